// Work that waits for a thread: bounded, and fair between callers. One caller's hundred requests
// do not stand before another's first: the callers take turns. Thread-safe.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace ragsieve {

struct WorkQueueOptions {
  std::size_t threads = 1;
  std::size_t most = 64;         // waiting, of all callers
  std::size_t most_of_one = 16;  // waiting, of one caller
};

enum class Refusal { kNone, kFull, kCallerFull, kStopped };

class WorkQueue {
 public:
  explicit WorkQueue(const WorkQueueOptions& options);
  ~WorkQueue();  // as stop()
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  // `work` runs on a thread of the queue, unless it is refused: then it was not taken.
  [[nodiscard]] Refusal submit(const std::string& caller, std::function<void()> work);

  // Takes no more; returns when what was taken is done.
  void stop();

  [[nodiscard]] std::size_t waiting() const;

 private:
  void run();
  std::function<void()> next();  // of the caller whose turn it is; there is one

  const WorkQueueOptions options_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::deque<std::function<void()>>> by_caller_;
  std::deque<std::string> turns_;  // callers with work that waits, each once
  std::size_t waiting_ = 0;
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace ragsieve
