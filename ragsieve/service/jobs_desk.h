// The jobs as a reader sees them: lists, items, events, and the wish to cancel one. What does them
// is the JobRunner. Thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/service/job_runner.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

// Events of a job behind some number, and whether there will be more.
struct JobNews {
  std::vector<JobEvent> events;
  bool over = false;  // the job has ended, or is not there, and these are its last events
};

enum class CancelOutcome { kUnknown, kAsked, kEnded };  // kEnded: before, it cannot be cancelled

class JobsDesk {
 public:
  // `runner` outlives the desk.
  JobsDesk(StateStore& state, JobRunner& runner) : state_(state), runner_(runner) {}

  // Newest first; of one state where that is named.
  [[nodiscard]] Result<std::vector<StoredJob>> list(const std::optional<JobState>& state,
                                                    const Page& page);
  [[nodiscard]] Result<std::optional<StoredJob>> find(const std::string& id);
  // Finished items from place `first` on, at most `limit` (1 to 1000). kNotFound.
  [[nodiscard]] Result<std::vector<JobItem>> items(const std::string& id, std::int64_t first,
                                                   std::int64_t limit);
  // Events behind number `after`, oldest first, at most 1000.
  [[nodiscard]] Result<JobNews> news(const std::string& id, std::int64_t after);
  // A queued job is cancelled at once, a running one is asked to stop.
  [[nodiscard]] Result<CancelOutcome> cancel(const std::string& id, const std::string& who);

 private:
  StateStore& state_;
  JobRunner& runner_;
};

}  // namespace ragsieve
