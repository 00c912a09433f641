#include "ragsieve/models/model_host.h"

#include <unistd.h>

#include <chrono>
#include <optional>
#include <utility>

namespace ragsieve {
namespace {

constexpr std::size_t kInteractiveInARow = 7;  // then one item of a job

}  // namespace

struct ModelHost::Job {
  explicit Job(const HostWork& given) : work(given) {}
  HostWork work;
  std::size_t next = 0;
  bool cancelled = false;
  bool finished = false;
  std::optional<Error> error;
  std::condition_variable changed;
};

ModelHost::ModelHost() : process_(::getpid()), thread_([this] { serve(); }) {}

ModelHost::~ModelHost() {
  if (::getpid() != process_) {
    thread_.detach();  // a forked child has no such thread to wait for
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    abort_.store(true);
  }
  work_arrived_.notify_all();
  thread_.join();
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
  work_arrived_.notify_one();
  while (!job->finished) {
    job->changed.wait_for(lock, std::chrono::milliseconds(100));
    const std::size_t done = job->next;
    if (options.cancel.requested() && !job->cancelled) {
      job->cancelled = true;
      if (running_ == job) abort_.store(true);
    }
    lock.unlock();
    options.report(work.stage, done, work.n_items);
    lock.lock();
  }
  if (job->error) return *job->error;
  return ok_status();
}

std::shared_ptr<ModelHost::Job> ModelHost::take() {
  const bool job_is_due = !jobs_.empty() && interactive_in_a_row_ >= kInteractiveInARow;
  std::deque<std::shared_ptr<Job>>& queue =
      interactive_.empty() || job_is_due ? jobs_ : interactive_;
  interactive_in_a_row_ = &queue == &interactive_ ? interactive_in_a_row_ + 1 : 0;
  std::shared_ptr<Job> job = queue.front();
  queue.pop_front();
  return job;
}

// One item of `job`, without the lock.
void ModelHost::step(Job& job) {
  Status status = job.work.item(job.next);
  const std::lock_guard lock(mutex_);
  ++job.next;
  if (!status.ok()) job.error = std::move(status).error();
}

void ModelHost::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    work_arrived_.wait(lock,
                       [this] { return closing_ || !interactive_.empty() || !jobs_.empty(); });
    if (interactive_.empty() && jobs_.empty()) return;
    const std::shared_ptr<Job> job = take();
    if (!job->cancelled && !closing_) {
      abort_.store(false);
      running_ = job;
      lock.unlock();
      step(*job);
      lock.lock();
      running_.reset();
    }
    const bool stopped = job->cancelled || closing_;
    if (stopped && job->next < job->work.n_items) {
      job->error = make_error(Code::kCancelled, "stopped as asked");
    }
    if (job->error || job->next == job->work.n_items) {
      job->finished = true;
      job->changed.notify_all();
      continue;
    }
    (job->work.priority == Priority::kInteractive ? interactive_ : jobs_).push_front(job);
  }
}

}  // namespace ragsieve
