#include "server/work_queue.h"

#include <algorithm>
#include <utility>

namespace ragsieve {

WorkQueue::WorkQueue(const WorkQueueOptions& options) : options_(options) {
  const std::size_t n = std::max<std::size_t>(1, options_.threads);
  for (std::size_t i = 0; i < n; ++i) threads_.emplace_back([this] { run(); });
}

WorkQueue::~WorkQueue() { stop(); }

Refusal WorkQueue::submit(const std::string& caller, std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    if (stopped_) return Refusal::kStopped;
    if (waiting_ >= options_.most) return Refusal::kFull;
    std::deque<std::function<void()>>& own = by_caller_[caller];
    if (own.size() >= options_.most_of_one) return Refusal::kCallerFull;
    if (own.empty()) turns_.push_back(caller);
    own.push_back(std::move(work));
    ++waiting_;
  }
  changed_.notify_one();
  return Refusal::kNone;
}

void WorkQueue::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

std::size_t WorkQueue::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_;
}

std::function<void()> WorkQueue::next() {
  const std::string caller = std::move(turns_.front());
  turns_.pop_front();
  const auto own = by_caller_.find(caller);
  std::function<void()> work = std::move(own->second.front());
  own->second.pop_front();
  --waiting_;
  if (own->second.empty()) {
    by_caller_.erase(own);
  } else {
    turns_.push_back(caller);
  }
  return work;
}

void WorkQueue::run() {
  for (;;) {
    std::function<void()> work;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return stopped_ || waiting_ > 0; });
      if (waiting_ == 0) return;
      work = next();
    }
    work();
  }
}

}  // namespace ragsieve
