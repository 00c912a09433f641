#include "ragsieve/models/model_host.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace ragsieve {
namespace {

constexpr std::size_t kInteractiveInARow = 7;  // then one item of a job

}  // namespace

struct ModelHost::Job {
  explicit Job(const HostWork& given) : work(given) {}
  [[nodiscard]] bool finished() const {
    return n_running == 0 && (stopped || next == work.n_items);
  }
  HostWork work;
  std::size_t next = 0;
  std::size_t n_running = 0;
  std::size_t n_done = 0;
  bool stopped = false;  // by an error, a cancel or the end of the host
  std::size_t failed_item = 0;
  std::optional<Error> error;
  std::condition_variable changed;
};

ModelHost::ModelHost(std::size_t n_workers) : process_(::getpid()) {
  for (std::size_t i = 0; i < std::max<std::size_t>(n_workers, 1); ++i) {
    workers_.push_back(std::make_unique<Worker>());
  }
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    workers_[i]->thread = std::thread([this, i] { serve(i); });
  }
}

ModelHost::~ModelHost() {
  if (::getpid() != process_) {  // a forked child has no such threads to wait for
    for (const auto& worker : workers_) worker->thread.detach();
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    while (!interactive_.empty()) stop(interactive_.front());
    while (!jobs_.empty()) stop(jobs_.front());
    for (const auto& worker : workers_) {
      if (worker->running) stop(worker->running);
    }
  }
  work_arrived_.notify_all();
  for (const auto& worker : workers_) worker->thread.join();
}

// No item of `job` starts any more; those that run are asked to end. With the lock held.
void ModelHost::stop(const std::shared_ptr<Job>& job) {
  job->stopped = true;
  for (const auto& worker : workers_) {
    if (worker->running == job) worker->abort.store(true);
  }
  const std::shared_ptr<Job> kept = job;  // `job` may be the element that is erased
  std::erase(interactive_, kept);
  std::erase(jobs_, kept);
  kept->changed.notify_all();
}

Status ModelHost::run(const HostWork& work, const RunOptions& options) {
  if (::getpid() != process_) {
    return make_error(Code::kUnavailable, "models do not survive fork(): load them in the child");
  }
  if (work.n_items == 0) return ok_status();
  const auto job = std::make_shared<Job>(work);
  std::unique_lock lock(mutex_);
  if (closing_) return make_error(Code::kCancelled, "the model host is closing");
  (work.priority == Priority::kInteractive ? interactive_ : jobs_).push_back(job);
  work_arrived_.notify_all();
  while (!job->finished()) {
    job->changed.wait_for(lock, std::chrono::milliseconds(100));
    if (options.cancel.requested() && !job->stopped) stop(job);
    const std::size_t done = job->n_done;
    lock.unlock();
    options.report(work.stage, done, work.n_items);
    lock.lock();
  }
  if (job->error) return *job->error;
  if (job->n_done < work.n_items) return make_error(Code::kCancelled, "stopped as asked");
  return ok_status();
}

std::shared_ptr<ModelHost::Job> ModelHost::take() {
  const bool job_is_due = !jobs_.empty() && interactive_in_a_row_ >= kInteractiveInARow;
  std::deque<std::shared_ptr<Job>>& queue =
      interactive_.empty() || job_is_due ? jobs_ : interactive_;
  interactive_in_a_row_ = &queue == &interactive_ ? interactive_in_a_row_ + 1 : 0;
  return queue.front();
}

void ModelHost::finish_item(const std::shared_ptr<Job>& job, std::size_t item, Status status) {
  --job->n_running;
  if (status.ok()) {
    ++job->n_done;
  } else {
    if (!job->error || item < job->failed_item) {
      job->failed_item = item;
      job->error = std::move(status).error();
    }
    if (!job->stopped) stop(job);
  }
  if (job->finished()) job->changed.notify_all();
}

void ModelHost::serve(std::size_t worker) {
  Worker& self = *workers_[worker];
  std::unique_lock lock(mutex_);
  for (;;) {
    work_arrived_.wait(lock,
                       [this] { return closing_ || !interactive_.empty() || !jobs_.empty(); });
    if (closing_) return;
    const std::shared_ptr<Job> job = take();
    const std::size_t item = job->next++;
    ++job->n_running;
    if (job->next == job->work.n_items) {
      std::erase(interactive_, job);
      std::erase(jobs_, job);
    }
    self.running = job;
    self.abort.store(false);
    lock.unlock();
    Status status = job->work.item(item, worker);
    lock.lock();
    self.running.reset();
    finish_item(job, item, std::move(status));
  }
}

}  // namespace ragsieve
