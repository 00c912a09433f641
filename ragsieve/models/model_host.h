// The worker threads that run models: as many as the caller allows, each with contexts of its own
// that compute on that one thread. Work is cut into items (one text, or 32 decoded tokens) that any
// worker may take, so texts run side by side, no two threads ever wait for each other inside a
// text, and the bytes of a result cannot depend on the number of threads.
// Two queues: interactive work goes first, but at least one item in eight comes from the jobs while
// there are any. Any thread may call run(); it blocks. After fork() a host refuses work.
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
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"

namespace ragsieve {

enum class Priority { kInteractive, kJob };

struct HostWork {
  std::string_view stage;  // of progress: "encode"
  std::size_t n_items = 0;
  Priority priority = Priority::kJob;
  // Runs on worker `worker` (0..n_workers-1); what it computes must not depend on the worker.
  std::function<Status(std::size_t item, std::size_t worker)> item;
};

class ModelHost {
 public:
  explicit ModelHost(std::size_t n_workers);  // at least 1
  ModelHost(const ModelHost&) = delete;
  ModelHost& operator=(const ModelHost&) = delete;
  ~ModelHost();  // waits for the items that run; queued work ends with kCancelled

  // Runs all items and waits. Progress and cancel are looked after on the calling thread every
  // 100 ms. Of several errors that of the lowest item is returned; after one no new item starts.
  // kCancelled when the caller asked to stop, kUnavailable in a forked child.
  [[nodiscard]] Status run(const HostWork& work, const RunOptions& options);

  [[nodiscard]] std::size_t n_workers() const { return workers_.size(); }

  // Set while the item on `worker` should stop early: what an abort callback reads.
  [[nodiscard]] const std::atomic<bool>& abort_flag(std::size_t worker) const {
    return workers_[worker]->abort;
  }

 private:
  struct Job;
  struct Worker {
    std::atomic<bool> abort{false};
    std::shared_ptr<Job> running;
    std::thread thread;
  };
  void serve(std::size_t worker);
  [[nodiscard]] std::shared_ptr<Job> take();
  void stop(const std::shared_ptr<Job>& job);
  void finish_item(const std::shared_ptr<Job>& job, std::size_t item, Status status);

  const pid_t process_;
  std::mutex mutex_;
  std::condition_variable work_arrived_;
  std::deque<std::shared_ptr<Job>> interactive_;
  std::deque<std::shared_ptr<Job>> jobs_;
  std::size_t interactive_in_a_row_ = 0;
  bool closing_ = false;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace ragsieve
