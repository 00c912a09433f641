// Does the queued jobs one after the other on a thread of its own. A job that a killed process left
// behind is begun again and finds its finished items; one that fails says why; nothing is left
// running, also where the state cannot be written for a while. Thread-safe.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "ragsieve/base/cancel.h"
#include "ragsieve/base/clock.h"
#include "ragsieve/base/log.h"
#include "ragsieve/base/result.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

// What a job's work sees of its job; used on the thread that it is called on.
class JobContext {
 public:
  JobContext(StateStore& state, const Clock& clock, std::string job, std::string run,
             CancelToken cancel);

  // Requested when somebody cancels the job or the service stops: the work ends with kCancelled.
  [[nodiscard]] const CancelToken& cancel() const { return cancel_; }

  [[nodiscard]] const std::string& id() const { return job_; }

  // Places of the items that an earlier run has done.
  [[nodiscard]] Result<std::set<std::int64_t>> done();

  // Forgets the items of an earlier run: for work whose items do not stand for themselves.
  [[nodiscard]] Status begin_again();

  // The item at `place`: what `make` keeps of it and its result (JSON), an event and the progress
  // are one transaction. Durable when it returns.
  using MakeItem = std::function<Result<std::string>(Stores&)>;
  [[nodiscard]] Status item_done(std::int64_t place, std::int64_t total, const MakeItem& make);

  // What belongs to the job and is no item of it, in one transaction.
  [[nodiscard]] Status keep(const std::function<Status(Stores&)>& work) {
    return noted(state_.in_transaction(work));
  }

  // Progress of work without items; at most ten are written a second, the last one (done == total)
  // always. Learns whether the job was cancelled.
  [[nodiscard]] Status progress(const std::string& stage, std::int64_t done, std::int64_t total);

  // Whether one of these calls could not be done now, and may be later: the state was gone or full.
  [[nodiscard]] bool state_failed() const { return state_failed_; }

 private:
  template <typename T>
  [[nodiscard]] Result<T> noted(Result<T> result) {
    if (!result.ok() && will_pass(result.error())) state_failed_ = true;
    return result;
  }
  // Whether it may be otherwise later, without anybody changing what was asked.
  [[nodiscard]] static bool will_pass(const Error& error) {
    return error.code == Code::kUnavailable || error.code == Code::kNoSpace;
  }
  friend class JobRunner;

  StateStore& state_;
  const Clock& clock_;
  std::string job_;
  std::string run_;
  CancelToken cancel_;
  std::optional<std::int64_t> n_done_;  // items, once they were asked for
  std::int64_t last_written_ms_ = 0;
  bool state_failed_ = false;
};

// Returns the result (JSON). Errors become the job's, but for those of a state that is gone or
// full: the job goes back to the queue. kCancelled ends it as cancelled.
using JobWork = std::function<Result<std::string>(const StoredJob&, JobContext&)>;

// True of the error of a caller that has as many jobs queued as it may have.
[[nodiscard]] bool is_queue_full(const Error& error);

class JobRunner {
 public:
  // Jobs of one caller that may be queued at a time.
  static constexpr std::int64_t kMostQueued = 64;

  // `kinds`: the work of each kind of job.
  JobRunner(StateStore& state, const Clock& clock, std::map<std::string, JobWork> kinds,
            LogSink log);
  ~JobRunner();  // as stop()
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;

  // Puts what earlier runs left behind in order, then begins. Errors of the state.
  [[nodiscard]] Status start();

  // Queues a job; its id, or that of the job that the same request queued before. kInvalidArgument
  // for an unknown kind; errors of do_once().
  [[nodiscard]] Result<std::string> enqueue(const std::string& kind, const std::string& who,
                                            const std::string& request, std::int64_t items_total,
                                            const std::optional<IdempotentRequest>& once = {});

  // enqueue() for a caller from outside, so that nobody can fill the queue: an is_queue_full()
  // error where kMostQueued jobs of `who` are queued. A repeated request is answered all the same.
  [[nodiscard]] Result<std::string> enqueue_for_caller(
      const std::string& kind, const std::string& who, const std::string& request,
      std::int64_t items_total, const std::optional<IdempotentRequest>& once = {});

  // Its state then. kNotFound, kInvalidArgument where it has ended.
  [[nodiscard]] Result<JobState> cancel(const std::string& id, const std::string& who);

  // Ends the work at hand and gives its job back to the queue. Returns when the thread is done.
  void stop();

 private:
  // `most`: jobs of its sender that may be queued with it.
  [[nodiscard]] Result<std::string> add(NewJob job, std::int64_t most,
                                        const std::optional<IdempotentRequest>& once);
  void loop();
  [[nodiscard]] Result<bool> one();  // whether there was a job
  [[nodiscard]] Status end(const StoredJob& job, const Result<std::string>& result,
                           bool interrupted);
  // end(), again and again until the state can be written or the service stops: nothing else would
  // end the job in this run. `interrupted`: by a failing state; found out here, too.
  [[nodiscard]] Status surely_end(const StoredJob& job, Result<std::string> result,
                                  bool interrupted);
  void say(LogLevel level, const std::string& line) const;

  StateStore& state_;
  const Clock& clock_;
  const std::map<std::string, JobWork> kinds_;
  const LogSink log_;
  const std::string run_;  // a random name of this process's runner
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopped_ = false;
  bool woken_ = false;
  std::string current_;  // id of the job at hand
  CancelToken cancel_;   // of the job at hand
  std::thread thread_;
};

}  // namespace ragsieve
