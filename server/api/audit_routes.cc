#include "server/api/audit_routes.h"

#include <cstdint>
#include <limits>
#include <utility>

#include "server/api/accepted.h"
#include "server/api/answer.h"
#include "server/api/job_routes.h"
#include "server/api/route_parts.h"

namespace ragsieve::api {
namespace {

Result<ServerResponse> start(Audits& audits, const Call& call) {
  RAGSIEVE_TRY(const json::Value body, body_of(call));
  RAGSIEVE_TRY(const AuditRequest request, audit_request_of(body));
  RAGSIEVE_TRY(const auto once, idempotency_of(call));
  RAGSIEVE_TRY(const std::string job, audits.start(request, call.principal.name, once));
  ServerResponse response = accepted(job);
  response.headers = {{"Location", "/v1/audits/" + job}};
  return response;
}

Result<bool> flagged_of(const Call& call) {
  const std::string* text = call.request.parameter("flagged");
  if (text == nullptr || *text == "false") return false;
  if (*text == "true") return true;
  return make_error(Code::kInvalidArgument, "expected true or false", Where{"", 0, "flagged"});
}

Result<ServerResponse> read(Audits& audits, const Call& call) {
  AuditPageQuery query;
  query.id = call.at("id");
  RAGSIEVE_TRY(query.first,
               query_number(call, {"first", 1, std::numeric_limits<std::int64_t>::max(), 1}));
  RAGSIEVE_TRY(query.limit, query_number(call, {"limit", 1, 1000, 100}));
  RAGSIEVE_TRY(query.flagged, flagged_of(call));
  RAGSIEVE_TRY(AuditPage page, audits.page(query));
  json::Object answer{{"job", job_json(page.job)}};
  if (page.summary) answer.emplace_back("summary", *std::move(page.summary));
  answer.emplace_back("documents", std::move(page.documents));
  answer.emplace_back("next", page.next ? json::Value(*page.next) : json::Value());
  return json_answer(answer);
}

Route start_route(Audits& audits) {
  Route route;
  route.method = "POST";
  route.path = "/v1/audits";
  route.summary = "Audit a corpus, as a job";
  route.role = Role::kReview;
  route.content_types = {"application/json"};
  route.request_schema = "AuditRequest";
  route.answers = {accepted_answer(), refusal(404, "there is no such corpus"), bad_body(),
                   no_space()};
  route.function = answering([&audits](const Call& call) { return start(audits, call); });
  return route;
}

Route read_route(Audits& audits) {
  Route route;
  route.method = "GET";
  route.path = "/v1/audits/{id}";
  route.summary = "An audit, and a page of its records by rank";
  route.role = Role::kRead;
  route.query = {{"first", "rank that the page begins at, from 1", "integer"},
                 {"limit", "records of the page, 1 to 1000; 100 without", "integer"},
                 {"flagged", "true: flagged documents alone", "boolean"}};
  route.answers = {{200, "the audit", "AuditAnswer", ""}};
  route.function = answering([&audits](const Call& call) { return read(audits, call); });
  return route;
}

}  // namespace

std::vector<Route> audit_routes(Audits& audits) {
  return {start_route(audits), read_route(audits)};
}

}  // namespace ragsieve::api
