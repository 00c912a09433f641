#include "ragsieve/service/job_runner.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <string_view>
#include <utility>

#include "ragsieve/json/value.h"
#include "ragsieve/service/idempotent.h"
#include "ragsieve/service/random_id.h"

namespace ragsieve {
namespace {

constexpr std::chrono::seconds kLookAgain{5};          // where the state could not be read
constexpr std::chrono::milliseconds kFirstPause{100};  // before an end is written again
constexpr std::chrono::milliseconds kLongestPause{10'000};
constexpr std::int64_t kBetweenEventsMs = 100;
constexpr std::string_view kQueueFull = "queued jobs";

Error queue_full_error(std::int64_t queued) {
  return make_error(Code::kUnavailable,
                    std::to_string(queued) +
                        " of your jobs are queued, and no more may be: send it again when some of "
                        "them are done, or cancel some",
                    Where{"", 0, std::string(kQueueFull)});
}

Status append(Stores& stores, const std::string& job, const JobEvent& event) {
  const Result<std::int64_t> sequence = stores.job_events.append(job, event);
  return sequence.ok() ? ok_status() : Status(sequence.error());
}

// Whether writing the same again can never succeed: the job is not this run's any more (an earlier
// attempt may have come through), or the database refuses the result itself.
bool is_over(const Error& error) {
  return error.code == Code::kInvalidArgument || error.code == Code::kNotFound;
}
bool is_refused(const Error& error) {
  return error.code == Code::kInvalidInput || error.code == Code::kTooLarge;
}

// The events of jobs that ended without a run of their own.
Status tell(Stores& stores, const JobRecovery& found, std::int64_t now_us) {
  for (const std::string& id : found.failed) {
    RAGSIEVE_CHECK(append(stores, id, {0, "failed", R"({"code":"interrupted"})", now_us}));
  }
  for (const std::string& id : found.cancelled) {
    RAGSIEVE_CHECK(append(stores, id, {0, "cancelled", "{}", now_us}));
  }
  return ok_status();
}

std::string progress_json(const std::string& stage, std::int64_t done, std::int64_t total) {
  return json::dump(json::Object{{"stage", stage}, {"done", done}, {"total", total}});
}

}  // namespace

JobContext::JobContext(StateStore& state, const Clock& clock, std::string job, std::string run,
                       CancelToken cancel)
    : state_(state),
      clock_(clock),
      job_(std::move(job)),
      run_(std::move(run)),
      cancel_(std::move(cancel)) {}

Result<std::set<std::int64_t>> JobContext::done() {
  RAGSIEVE_TRY(const std::vector<std::int64_t> places,
               noted(state_.use([&](Stores& stores) { return stores.job_items.done(job_); })));
  n_done_ = static_cast<std::int64_t>(places.size());
  return std::set<std::int64_t>(places.begin(), places.end());
}

Status JobContext::begin_again() {
  RAGSIEVE_CHECK(
      noted(state_.use([&](Stores& stores) { return stores.job_items.remove_all(job_, run_); })));
  n_done_ = 0;
  return ok_status();
}

Status JobContext::item_done(std::int64_t place, std::int64_t total, const MakeItem& make) {
  if (!n_done_) RAGSIEVE_CHECK(done());
  const std::int64_t n_done = *n_done_ + 1;  // this run alone adds to them
  const std::int64_t now_us = clock_.now_ms() * 1000;
  bool cancelled = false;
  RAGSIEVE_CHECK(noted(state_.in_transaction([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(std::string result, make(stores));
    RAGSIEVE_CHECK(stores.job_items.add(job_, run_, {place, std::move(result)}, now_us));
    RAGSIEVE_TRY(cancelled, stores.jobs.progress(job_, run_, n_done, total));
    const std::string data =
        json::dump(json::Object{{"item", place}, {"done", n_done}, {"total", total}});
    return append(stores, job_, {0, "item", data, now_us});
  })));
  n_done_ = n_done;
  if (cancelled) cancel_.request();
  return ok_status();
}

Status JobContext::progress(const std::string& stage, std::int64_t done, std::int64_t total) {
  const std::int64_t now_ms = clock_.now_ms();
  if (done != total && now_ms - last_written_ms_ < kBetweenEventsMs) return ok_status();
  last_written_ms_ = now_ms;
  bool cancelled = false;
  RAGSIEVE_CHECK(noted(state_.in_transaction([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(cancelled, stores.jobs.progress(job_, run_, done, total));
    return append(stores, job_, {0, "progress", progress_json(stage, done, total), now_ms * 1000});
  })));
  if (cancelled) cancel_.request();
  return ok_status();
}

JobRunner::JobRunner(StateStore& state, const Clock& clock, std::map<std::string, JobWork> kinds,
                     LogSink log)
    : state_(state),
      clock_(clock),
      kinds_(std::move(kinds)),
      log_(std::move(log)),
      run_(random_id()) {}

JobRunner::~JobRunner() { stop(); }

void JobRunner::say(LogLevel level, const std::string& line) const {
  if (log_) log_(level, line);
}

Status JobRunner::start() {
  const std::int64_t now_us = clock_.now_ms() * 1000;
  JobRecovery found;
  RAGSIEVE_CHECK(state_.in_transaction([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(found, stores.jobs.recover(run_, now_us));
    return tell(stores, found, now_us);
  }));
  const std::size_t left = found.queued.size() + found.failed.size() + found.cancelled.size();
  if (left > 0) {
    say(LogLevel::kWarning,
        std::to_string(left) + " jobs of an earlier run: " + std::to_string(found.queued.size()) +
            " begin again, " + std::to_string(found.failed.size()) + " have failed, " +
            std::to_string(found.cancelled.size()) + " are cancelled");
  }
  thread_ = std::thread([this] { loop(); });
  return ok_status();
}

bool is_queue_full(const Error& error) {
  return error.code == Code::kUnavailable && error.where.field == kQueueFull;
}

Result<std::string> JobRunner::enqueue(const std::string& kind, const std::string& who,
                                       const std::string& request, std::int64_t items_total,
                                       const std::optional<IdempotentRequest>& once) {
  return add({random_id(), kind, who, request, items_total},
             std::numeric_limits<std::int64_t>::max(), once);
}

Result<std::string> JobRunner::enqueue_for_caller(const std::string& kind, const std::string& who,
                                                  const std::string& request,
                                                  std::int64_t items_total,
                                                  const std::optional<IdempotentRequest>& once) {
  return add({random_id(), kind, who, request, items_total}, kMostQueued, once);
}

Result<std::string> JobRunner::add(NewJob job, std::int64_t most,
                                   const std::optional<IdempotentRequest>& once) {
  if (!kinds_.contains(job.kind)) {
    return make_error(Code::kInvalidArgument, "there is no kind of job '" + job.kind + "'",
                      Where{"", 0, "kind"});
  }
  const std::int64_t now_us = clock_.now_ms() * 1000;
  RAGSIEVE_TRY(
      DoneOnce done, do_once(state_, once, now_us, [&](Stores& stores) -> Result<std::string> {
        RAGSIEVE_TRY(const std::int64_t queued, stores.jobs.count(JobState::kQueued, job.who));
        if (queued >= most) return queue_full_error(queued);
        RAGSIEVE_CHECK(stores.jobs.enqueue(job, now_us));
        return job.id;
      }));
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
  }
  changed_.notify_all();
  return std::move(done.place);
}

Result<JobState> JobRunner::cancel(const std::string& id, const std::string& who) {
  const std::int64_t now_us = clock_.now_ms() * 1000;
  JobState then{};
  RAGSIEVE_CHECK(state_.in_transaction([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(then, stores.jobs.request_cancel(id, now_us));
    if (then == JobState::kCancelled) {
      RAGSIEVE_CHECK(append(stores, id, {0, "cancelled", "{}", now_us}));
    }
    return stores.audit_log.append(
        {0, now_us, who, "cancel job", id, std::string(job_state_name(then))});
  }));
  const std::lock_guard lock(mutex_);
  if (current_ == id) cancel_.request();
  return then;
}

void JobRunner::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    cancel_.request();
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void JobRunner::loop() {
  for (;;) {
    const Result<bool> found = one();
    if (!found.ok()) {
      say(LogLevel::kWarning, "the state cannot be read for jobs: " + to_string(found.error()));
    }
    std::unique_lock lock(mutex_);
    if (found.ok() && found.value() && !stopped_) continue;
    const auto woken = [this] { return stopped_ || woken_; };
    if (found.ok()) {
      changed_.wait(lock, woken);
    } else {
      changed_.wait_for(lock, kLookAgain, woken);
    }
    if (stopped_) return;
    woken_ = false;
  }
}

Result<bool> JobRunner::one() {
  {
    const std::lock_guard lock(mutex_);
    if (stopped_) return false;
  }
  RAGSIEVE_TRY(const std::optional<StoredJob> job, state_.use([&](Stores& stores) {
    return stores.jobs.take(run_, clock_.now_ms() * 1000);
  }));
  if (!job) return false;
  CancelToken cancel;
  {
    const std::lock_guard lock(mutex_);
    current_ = job->id;
    cancel_ = cancel;
    if (stopped_) cancel.request();
  }
  JobContext context(state_, clock_, job->id, run_, cancel);
  const auto work = kinds_.find(job->kind);
  const Result<std::string> result =
      work == kinds_.end()
          ? Result<std::string>(make_error(Code::kInvalidInput,
                                           "this program knows no job of the kind " + job->kind))
          : work->second(*job, context);
  const bool interrupted =
      context.state_failed() && !result.ok() && JobContext::will_pass(result.error());
  const Status ended = surely_end(*job, result, interrupted);
  const std::lock_guard lock(mutex_);
  current_.clear();
  if (!ended.ok()) return ended.error();
  if (interrupted) return result.error();  // it is taken again, but not at once
  return true;
}

Status JobRunner::surely_end(const StoredJob& job, Result<std::string> result, bool interrupted) {
  bool replaced = false;
  for (auto pause = kFirstPause;; pause = std::min(2 * pause, kLongestPause)) {
    const Status ended = end(job, result, interrupted);
    if (ended.ok() || is_over(ended.error())) return ok_status();
    if (is_refused(ended.error())) {
      if (replaced) return ended;
      result = make_error(Code::kInternal, "the result of the job cannot be kept");
      replaced = true;
      continue;
    }
    interrupted = interrupted || (!result.ok() && JobContext::will_pass(result.error()) &&
                                  JobContext::will_pass(ended.error()));
    say(LogLevel::kWarning, "the end of job " + job.id + " cannot be written and is tried again: " +
                                to_string(ended.error()));
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, pause, [this] { return stopped_; })) continue;
    lock.unlock();
    return end(job, result, interrupted);  // once more: it may be back
  }
}

// The end and its event are one transaction. A job that was stopped with the service or interrupted
// by the state goes back.
Status JobRunner::end(const StoredJob& job, const Result<std::string>& result, bool interrupted) {
  bool stopped = false;
  {
    const std::lock_guard lock(mutex_);
    stopped = stopped_;
  }
  const std::int64_t now_us = clock_.now_ms() * 1000;
  bool cancelled = !result.ok() && result.error().code == Code::kCancelled;
  return state_.in_transaction([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(const std::optional<StoredJob> now, stores.jobs.find(job.id));
    if (((cancelled && stopped) || interrupted) && now && !now->cancel_requested) {
      return stores.jobs.give_back(job.id, run_);
    }
    cancelled = cancelled || (interrupted && now && now->cancel_requested);
    JobEvent event{0, "done", "{}", now_us};
    if (result.ok()) {
      RAGSIEVE_CHECK(stores.jobs.finish(job.id, run_, result.value(), now_us));
    } else if (cancelled) {
      event.type = "cancelled";
      RAGSIEVE_CHECK(stores.jobs.end_cancelled(job.id, run_, now_us));
    } else {
      event.type = "failed";
      event.data = json::dump(json::Object{{"code", code_name(result.error().code)}});
      RAGSIEVE_CHECK(stores.jobs.fail(job.id, run_, result.error(), now_us));
    }
    return append(stores, job.id, event);
  });
}

}  // namespace ragsieve
