#include "server/api/screen_routes.h"

#include <utility>

#include "ragsieve/service/screen_jobs.h"
#include "server/api/accepted.h"
#include "server/api/answer.h"
#include "server/api/deadline.h"
#include "server/api/route_parts.h"
#include "server/api/screen_body.h"
#include "server/problem.h"

namespace ragsieve::api {
namespace {

ServerResponse only_reviewers(const Call& call) {
  return problem(403, "forbidden",
                 "that a document takes the place of another is a reviewer's decision: this needs "
                 "the role review",
                 call.request.id);
}

Result<ServerResponse> queued(const ScreenApi& api, const Call& call,
                              const std::vector<ScreenRequest>& requests) {
  RAGSIEVE_TRY(const auto once, idempotency_of(call));
  RAGSIEVE_TRY(
      const std::string job,
      api.jobs.enqueue_for_caller(kScreensJob, call.principal.name, screens_request(requests),
                                  static_cast<std::int64_t>(requests.size()), once));
  return accepted(job);
}

Result<ServerResponse> screen(const ScreenApi& api, const Call& call) {
  RAGSIEVE_TRY(const ScreenBody body, screen_body(call));
  if (body.request.supersedes && !may(call.principal.role, Role::kReview)) {
    return only_reviewers(call);
  }
  const Deadline deadline(api.run, call.request.cancel, body.timeout);
  RAGSIEVE_TRY(const auto once, idempotency_of(call));
  const auto screened =
      api.desk.screen_once(body.request, call.principal.name, deadline.run(), once);
  if (screened.ok()) {
    const ScreenAnswer& answer = screened.value();
    return answer.job.empty() ? json_answer(answer.record) : accepted(answer.job);
  }
  if (screened.error().code != Code::kCancelled || !deadline.passed()) return screened.error();
  return queued(api, call, {body.request});
}

Result<ServerResponse> screens(const ScreenApi& api, const Call& call) {
  RAGSIEVE_TRY(const std::vector<ScreenRequest> requests, screens_body(call));
  return queued(api, call, requests);
}

Result<ServerResponse> screen_again(const ScreenApi& api, const Call& call) {
  RunOptions run = api.run;
  run.cancel = call.request.cancel;
  RAGSIEVE_TRY(const ScreenedDocument screened,
               api.desk.screen_again(call.at("document"), call.principal.name, run));
  return json_answer(screened_json(screened, true));
}

Route screen_route(const ScreenApi& api) {
  Route route;
  route.method = "POST";
  route.path = "/v1/screen";
  route.summary = "Measure a document against a trusted corpus before ingestion";
  route.role = Role::kScreen;
  route.lane = Lane::kModel;
  route.query = {{"corpus", "of a raw body: the trusted corpus"},
                 {"id", "of a raw body: the sender's name of the document"},
                 {"timeout_ms", "of a raw body: from when on it becomes a job", "integer"},
                 {"supersedes", "of a raw body: id of the document whose place it takes"},
                 {"reason", "of a raw body: why it takes that place"}};
  route.content_types = {"application/json", "text/plain", "text/markdown"};
  route.request_schema = "ScreenRequest";
  route.answers = {{200, "the verdict, durable and sealed", "Screened", ""},
                   accepted_answer(),
                   {404, "there is no such corpus", "Problem", "application/problem+json"},
                   {422, "it cannot be read", "Problem", "application/problem+json"},
                   no_space()};
  route.function = answering([api](const Call& call) { return screen(api, call); });
  return route;
}

Route screens_route(const ScreenApi& api) {
  Route route;
  route.method = "POST";
  route.path = "/v1/screens";
  route.summary = "Screen documents as one set, as a job";
  route.role = Role::kScreen;
  route.content_types = {"application/json"};
  route.request_schema = "ScreensRequest";
  route.answers = {accepted_answer(),
                   {422, "it cannot be read", "Problem", "application/problem+json"},
                   no_space()};
  route.function = answering([api](const Call& call) { return screens(api, call); });
  return route;
}

Route again_route(const ScreenApi& api) {
  Route route;
  route.method = "POST";
  route.path = "/v1/quarantine/{document}/screen";
  route.summary = "Screen a document again, against its corpus as it is now";
  route.role = Role::kReview;
  route.lane = Lane::kModel;
  route.answers = {{200, "the new verdict", "Screened", ""},
                   {422, "its text was forgotten", "Problem", "application/problem+json"},
                   no_space()};
  route.function = answering([api](const Call& call) { return screen_again(api, call); });
  return route;
}

}  // namespace

std::vector<Route> screen_routes(const ScreenApi& api) {
  return {screen_route(api), screens_route(api), again_route(api)};
}

}  // namespace ragsieve::api
