#include "server/api/filter_routes.h"

#include <utility>

#include "ragsieve/report/record_json.h"
#include "ragsieve/service/filter_request.h"
#include "server/api/answer.h"
#include "server/api/route_parts.h"

namespace ragsieve::api {
namespace {

// Texts are shown: who sends a document may see it.
ServerResponse filter_answer(const FilterReport& report) {
  json::Array queries;
  for (const QueryRecord& query : report.queries) queries.emplace_back(to_json(query, true));
  json::Array errors;
  for (const Error& error : report.errors) errors.emplace_back(to_json(error));
  return json_answer(json::Object{{"queries", std::move(queries)},
                                  {"errors", std::move(errors)},
                                  {"summary", to_json(report.summary)}});
}

Result<ServerResponse> filter_contexts(Filtering& filtering, const Call& call) {
  RAGSIEVE_TRY(const json::Value body, body_of(call));
  RAGSIEVE_TRY(FilterRequest request, filter_request_of(body));
  RAGSIEVE_TRY(const FilterReport report,
               filtering.filter(std::move(request), call.request.cancel));
  return filter_answer(report);
}

}  // namespace

std::vector<Route> filter_routes(Filtering& filtering) {
  Route route;
  route.method = "POST";
  route.path = "/v1/filter";
  route.summary = "Remove poisoned documents from retrieval results and refill them";
  route.role = Role::kScreen;
  route.lane = Lane::kModel;
  route.content_types = {"application/json"};
  route.request_schema = "FilterRequest";
  route.answers = {{200, "every context, judged or with an error", "FilterAnswer", ""},
                   refusal(404, "there is no such corpus"),
                   bad_body(),
                   no_space()};
  route.function =
      answering([&filtering](const Call& call) { return filter_contexts(filtering, call); });
  return {std::move(route)};
}

}  // namespace ragsieve::api
