// The one thread that runs models. Every llama.cpp context is made, used and freed on it, so that
// one ggml thread pool serves them all and no two models ever compete for the cores.
// Work is cut into items (one text, or 32 decoded tokens). Two queues: interactive work goes
// first, but at least one item in eight comes from the jobs while there are any.
// Any thread may call run(); it blocks. After fork() a host refuses work (kUnavailable).
#pragma once

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"

namespace ragsieve {

enum class Priority { kInteractive, kJob };

struct HostWork {
  std::string_view stage;  // of progress: "encode"
  std::size_t n_items = 0;
  Priority priority = Priority::kJob;
  std::function<Status(std::size_t item)> item;  // runs on the host's thread
};

class ModelHost {
 public:
  ModelHost();
  ModelHost(const ModelHost&) = delete;
  ModelHost& operator=(const ModelHost&) = delete;
  ~ModelHost();  // waits for the item that runs; queued work ends with kCancelled

  // Runs all items in order and waits. Progress and cancel are looked after on the calling thread
  // every 100 ms. The first error ends the work; kCancelled when the caller asked to stop.
  [[nodiscard]] Status run(const HostWork& work, const RunOptions& options);

  // True while the item that runs should stop early: what an abort callback asks. Host thread.
  [[nodiscard]] bool should_abort() const { return abort_.load(std::memory_order_relaxed); }

 private:
  struct Job;
  void serve();
  [[nodiscard]] std::shared_ptr<Job> take();
  void step(Job& job);

  const pid_t process_;
  std::mutex mutex_;
  std::condition_variable work_arrived_;
  std::deque<std::shared_ptr<Job>> interactive_;
  std::deque<std::shared_ptr<Job>> jobs_;
  std::shared_ptr<Job> running_;
  std::size_t interactive_in_a_row_ = 0;
  bool closing_ = false;
  std::atomic<bool> abort_{false};
  std::thread thread_;
};

}  // namespace ragsieve
