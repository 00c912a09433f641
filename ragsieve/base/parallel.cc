#include "ragsieve/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "ragsieve/base/limits.h"

namespace ragsieve {
namespace {

class Loop {
 public:
  Loop(std::size_t n_items, const RunOptions& run, const ItemFunction& work)
      : n_items_(n_items), run_(run), work_(work) {}

  void work_until_done(int worker) {
    for (;;) {
      const std::size_t item = next_.fetch_add(1);
      if (item >= n_items_ || stop_.load() || run_.cancel.requested()) break;
      Status status = work_(item, worker);
      if (!status.ok()) fail(item, std::move(status).error());
      done_.fetch_add(1);
    }
    const std::lock_guard lock(mutex_);
    ++finished_workers_;
    changed_.notify_one();
  }

  // Watches on the caller's thread until all workers are through.
  void watch(int n_workers, std::string_view stage) {
    std::unique_lock lock(mutex_);
    while (finished_workers_ < n_workers) {
      changed_.wait_for(lock, std::chrono::milliseconds(100));
      lock.unlock();
      run_.report(stage, done_.load(), n_items_);
      lock.lock();
    }
    lock.unlock();
    run_.report(stage, done_.load(), n_items_);  // also of workers that were done before the watch
  }

  [[nodiscard]] Status outcome() const {
    if (error_) return *error_;
    if (done_.load() < n_items_ && run_.cancel.requested()) {
      return make_error(Code::kCancelled, "stopped as asked");
    }
    return ok_status();
  }

 private:
  void fail(std::size_t item, Error error) {
    stop_.store(true);
    const std::lock_guard lock(mutex_);
    if (error_ && item > failed_item_) return;
    failed_item_ = item;
    error_ = std::move(error);
  }

  const std::size_t n_items_;
  const RunOptions& run_;
  const ItemFunction& work_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> done_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  int finished_workers_ = 0;
  std::size_t failed_item_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Status parallel_for(std::size_t n_items, std::string_view stage, const RunOptions& run,
                    const ItemFunction& work) {
  if (run.threads < 1 || run.threads > limits::kThreads) {
    return make_error(Code::kInvalidArgument, "threads is " + std::to_string(run.threads) +
                                                  ", expected 1 to " +
                                                  std::to_string(limits::kThreads));
  }
  if (n_items == 0) return ok_status();
  const int n_workers =
      static_cast<int>(std::min<std::size_t>(n_items, static_cast<std::size_t>(run.threads)));
  Loop loop(n_items, run, work);
  std::vector<std::jthread> workers;
  workers.reserve(static_cast<std::size_t>(n_workers));
  for (int worker = 0; worker < n_workers; ++worker) {
    workers.emplace_back([&loop, worker] { loop.work_until_done(worker); });
  }
  loop.watch(n_workers, stage);
  workers.clear();
  return loop.outcome();
}

}  // namespace ragsieve
