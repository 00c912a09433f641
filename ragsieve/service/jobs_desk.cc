#include "ragsieve/service/jobs_desk.h"

#include <utility>

#include "ragsieve/service/stored_ids.h"

namespace ragsieve {
namespace {

constexpr std::int64_t kEventsAtOnce = 1000;

}  // namespace

Result<std::vector<StoredJob>> JobsDesk::list(const std::optional<JobState>& state,
                                              const Page& page) {
  JobFilter filter;
  filter.state = state;
  return state_.use([&](Stores& stores) { return stores.jobs.list(filter, page); });
}

Result<std::optional<StoredJob>> JobsDesk::find(const std::string& id) {
  if (!may_be_id(id)) return std::optional<StoredJob>();
  return state_.use([&](Stores& stores) { return stores.jobs.find(id); });
}

Result<std::vector<JobItem>> JobsDesk::items(const std::string& id, std::int64_t first,
                                             std::int64_t limit) {
  RAGSIEVE_TRY(const auto job, find(id));
  if (!job) return make_error(Code::kNotFound, "there is no job of this id");
  return state_.use([&](Stores& stores) { return stores.job_items.list(id, first, limit); });
}

// The job is read before its events, and both at one moment: its end and the event of it are one
// transaction, so that no event can come behind an end that was seen.
Result<JobNews> JobsDesk::news(const std::string& id, std::int64_t after) {
  if (!may_be_id(id)) return JobNews{{}, true};
  return state_.use([&](Stores& stores) -> Result<JobNews> {
    RAGSIEVE_TRY(const auto job, stores.jobs.find(id));
    JobNews news;
    RAGSIEVE_TRY(news.events, stores.job_events.since(id, after, kEventsAtOnce));
    news.over = (!job || job->ended_us) && std::ssize(news.events) < kEventsAtOnce;
    return news;
  });
}

Result<CancelOutcome> JobsDesk::cancel(const std::string& id, const std::string& who) {
  RAGSIEVE_TRY(const auto job, find(id));
  if (!job) return CancelOutcome::kUnknown;
  if (job->ended_us) return CancelOutcome::kEnded;
  const Result<JobState> then = runner_.cancel(id, who);
  if (then.ok()) return CancelOutcome::kAsked;
  // It ended, or went, since it was looked at.
  if (then.error().code == Code::kInvalidArgument) return CancelOutcome::kEnded;
  if (then.error().code == Code::kNotFound) return CancelOutcome::kUnknown;
  return then.error();
}

}  // namespace ragsieve
