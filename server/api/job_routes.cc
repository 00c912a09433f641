#include "server/api/job_routes.h"

#include <charconv>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "ragsieve/json/reader.h"
#include "server/api/answer.h"
#include "server/api/route_parts.h"
#include "server/problem.h"

namespace ragsieve::api {
namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr const char* kAudit = "audit";  // kind of job

// A result of the state as JSON; null where it is none.
json::Value parsed(const std::string& text) {
  Result<json::Value> value = json::Reader().parse(text);
  return value.ok() ? std::move(value).value() : json::Value();
}

// The events of a job, read anew at each look.
class JobEvents final : public EventStream {
 public:
  JobEvents(JobsDesk& desk, std::string job) : desk_(desk), job_(std::move(job)) {}

  Result<std::vector<ServerEvent>> after(std::uint64_t last_id) override {
    const std::uint64_t most = static_cast<std::uint64_t>(kLargest);
    RAGSIEVE_TRY(const JobNews news,
                 desk_.news(job_, static_cast<std::int64_t>(std::min(last_id, most))));
    over_ = news.over;
    std::vector<ServerEvent> events;
    for (const JobEvent& event : news.events) {
      events.push_back({static_cast<std::uint64_t>(event.sequence), event.type, event.data});
    }
    return events;
  }
  bool finished() override { return over_; }

 private:
  JobsDesk& desk_;
  std::string job_;
  bool over_ = false;  // as of the last look
};

Error no_job() { return make_error(Code::kNotFound, "there is no job of this id"); }

Result<ServerResponse> list(JobsDesk& desk, const Call& call) {
  RAGSIEVE_TRY(const Page page, page_of(call));
  const std::string* name = call.request.parameter("state");
  const auto state = name == nullptr ? std::nullopt : job_state_from_name(*name);
  if (name != nullptr && !state) {
    return make_error(Code::kInvalidArgument,
                      "this is no state, expected queued, running, done, failed or cancelled",
                      Where{"", 0, "state"});
  }
  RAGSIEVE_TRY(const std::vector<StoredJob> jobs, desk.list(state, page));
  json::Array items;
  for (const StoredJob& job : jobs) items.emplace_back(job_json(job));
  return list_answer(std::move(items), next_of(jobs, page, &StoredJob::sequence));
}

// The job of the path; a pipeline (role screen) sees its own alone.
Result<StoredJob> job_of(JobsDesk& desk, const Call& call) {
  RAGSIEVE_TRY(std::optional<StoredJob> job, desk.find(call.at("id")));
  const bool hidden =
      call.principal.role == Role::kScreen && job && job->who != call.principal.name;
  if (!job || hidden) return no_job();
  return *std::move(job);
}

Result<ServerResponse> one(JobsDesk& desk, const Call& call) {
  RAGSIEVE_TRY(const StoredJob job, job_of(desk, call));
  return json_answer(job_json(job));
}

Result<ServerResponse> items(JobsDesk& desk, const Call& call) {
  RAGSIEVE_TRY(const std::int64_t first, query_number(call, {"first", 0, kLargest, 0}));
  RAGSIEVE_TRY(const std::int64_t limit, query_number(call, {"limit", 1, 1000, 100}));
  RAGSIEVE_TRY(const StoredJob job, job_of(desk, call));
  RAGSIEVE_TRY(const auto found, desk.items(job.id, first, limit));
  json::Array array;
  for (const JobItem& item : found) {
    array.emplace_back(json::Object{{"item", item.item}, {"result", parsed(item.result)}});
  }
  const bool full = std::ssize(found) == limit;
  return list_answer(std::move(array), full ? std::optional(found.back().item + 1) : std::nullopt);
}

Result<ServerResponse> cancel(JobsDesk& desk, const Call& call) {
  RAGSIEVE_TRY(const CancelOutcome outcome, desk.cancel(call.at("id"), call.principal.name));
  if (outcome == CancelOutcome::kUnknown) return no_job();
  if (outcome == CancelOutcome::kEnded) {
    return problem(409, "already_ended", "the job has ended and cannot be cancelled",
                   call.request.id);
  }
  return one(desk, call);
}

// Of a job of that kind; of any where it is empty.
Result<ServerResponse> events(JobsDesk& desk, const std::string& kind, const Call& call) {
  ServerResponse response;
  response.content_type = "text/event-stream";
  if (const std::string* header = call.request.header("last-event-id")) {
    const char* end = header->data() + header->size();
    const auto read = std::from_chars(header->data(), end, response.last_event_id);
    if (read.ec != std::errc() || read.ptr != end) {
      return make_error(Code::kInvalidArgument, "this is no id of an event, expected a number",
                        Where{"", 0, "Last-Event-ID"});
    }
  }
  RAGSIEVE_TRY(const StoredJob job, job_of(desk, call));
  if (!kind.empty() && job.kind != kind) return no_job();
  response.events = std::make_shared<JobEvents>(desk, job.id);
  return response;
}

Route events_route(JobsDesk& desk, std::string path, const std::string& kind) {
  Route route = route_of("GET", std::move(path),
                         "What happens, from behind Last-Event-ID on, until it has ended",
                         {200, "progress, item, done, failed, cancelled", "", "text/event-stream"});
  route.any_role = true;
  route.function = answering([&desk, kind](const Call& call) { return events(desk, kind, call); });
  return route;
}

}  // namespace

json::Object job_json(const StoredJob& job) {
  json::Object object{
      {"id", job.id},
      {"kind", job.kind},
      {"who", job.who},
      {"state", job_state_name(job.state)},
      {"progress", json::Object{{"done", job.items_done}, {"total", job.items_total}}},
      {"created", time_text(job.created_us)}};
  if (job.started_us) object.emplace_back("started", time_text(*job.started_us));
  if (job.ended_us) object.emplace_back("ended", time_text(*job.ended_us));
  if (job.error_code) {
    object.emplace_back("error", json::Object{{"code", *job.error_code},
                                              {"message", job.error_message.value_or("")}});
  }
  if (job.result) object.emplace_back("result", parsed(*job.result));
  return object;
}

std::vector<Route> job_routes(JobsDesk& desk) {
  Route all = route_of("GET", "/v1/jobs", "The jobs, newest first", {200, "jobs", "JobList", ""});
  all.query = page_parameters();
  all.query.push_back({"state", "queued, running, done, failed or cancelled", "string"});
  all.function = answering([&desk](const Call& call) { return list(desk, call); });
  Route job = route_of("GET", "/v1/jobs/{id}", "A job", {200, "the job", "Job", ""});
  job.any_role = true;
  job.function = answering([&desk](const Call& call) { return one(desk, call); });
  Route done = route_of("GET", "/v1/jobs/{id}/items", "The items of a job that are done",
                        {200, "items by their place", "JobItemList", ""});
  done.any_role = true;
  done.query = {{"first", "the `next` of the page before", "integer"},
                {"limit", "items of the page, 1 to 1000; without it 100", "integer"}};
  done.function = answering([&desk](const Call& call) { return items(desk, call); });
  Route stop = route_of("DELETE", "/v1/jobs/{id}", "Cancels a job",
                        {200, "the job: cancelled, or asked to stop", "Job", ""});
  stop.role = Role::kReview;
  stop.answers.push_back(refusal(409, "already_ended"));
  stop.answers.push_back(no_space());
  stop.function = answering([&desk](const Call& call) { return cancel(desk, call); });
  return {all,
          job,
          done,
          stop,
          events_route(desk, "/v1/jobs/{id}/events", ""),
          events_route(desk, "/v1/audits/{id}/events", kAudit)};
}

}  // namespace ragsieve::api
