// The queue of jobs. `run` is a random name of the process that works: a job is taken by one run,
// and only that run can report on it or end it, once.
// `now_us` is microseconds since 1970, UTC.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/store/database.h"
#include "ragsieve/store/job.h"
#include "ragsieve/store/page.h"

namespace ragsieve {

struct JobFilter {
  std::optional<JobState> state;
  std::string who;  // empty: of anyone
};

// What became of the jobs that an earlier run left behind, by id.
struct JobRecovery {
  std::vector<std::string> queued;
  std::vector<std::string> failed;  // "interrupted" after three runs that broke off
  std::vector<std::string> cancelled;
};

// Where a job is not running in `run`, the calls that need it say kInvalidArgument, or kNotFound.
class JobsStore {
 public:
  explicit JobsStore(Database& database) : database_(database) {}

  [[nodiscard]] Status enqueue(const NewJob& job, std::int64_t now_us);
  // The oldest queued job, which now runs in `run`; nothing where none is queued.
  [[nodiscard]] Result<std::optional<StoredJob>> take(const std::string& run, std::int64_t now_us);
  // True: somebody asked to cancel the job.
  [[nodiscard]] Result<bool> progress(const std::string& id, const std::string& run,
                                      std::int64_t items_done, std::int64_t items_total);
  [[nodiscard]] Status finish(const std::string& id, const std::string& run,
                              const std::string& result, std::int64_t now_us);
  [[nodiscard]] Status fail(const std::string& id, const std::string& run, const Error& error,
                            std::int64_t now_us);
  [[nodiscard]] Status end_cancelled(const std::string& id, const std::string& run,
                                     std::int64_t now_us);
  // Puts it back into the queue, as a run does that stops in an orderly way.
  [[nodiscard]] Status give_back(const std::string& id, const std::string& run);

  // A queued job is cancelled at once; a running one is asked to stop. Its state now.
  // kInvalidArgument where it has ended, kNotFound.
  [[nodiscard]] Result<JobState> request_cancel(const std::string& id, std::int64_t now_us);
  // At the start of `run`: what other runs left running goes back to the queue, fails after the
  // third run that broke off, or is cancelled where that was asked for.
  [[nodiscard]] Result<JobRecovery> recover(const std::string& run, std::int64_t now_us);

  [[nodiscard]] Result<std::optional<StoredJob>> find(const std::string& id);
  // The id of one of that kind and request that is queued or running; its text is not read.
  [[nodiscard]] Result<std::optional<std::string>> pending(const std::string& kind,
                                                           const std::string& request);
  [[nodiscard]] Result<std::vector<StoredJob>> list(const JobFilter& filter, const Page& page);
  // Of one sender where `who` is not empty.
  [[nodiscard]] Result<std::int64_t> count(JobState state, const std::string& who = "");
  // Removes the oldest jobs, at most `most`, that ended before `time_us`, with their items and
  // events; how many.
  [[nodiscard]] Result<std::int64_t> remove_ended_before(std::int64_t time_us, std::int64_t most);

 private:
  [[nodiscard]] Status end(const std::string& id, const std::string& run,
                           const std::string& changes, std::vector<SqlValue> values);
  [[nodiscard]] Error refusal(const std::string& id);
  Database& database_;
};

}  // namespace ragsieve
