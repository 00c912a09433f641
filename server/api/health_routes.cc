#include "server/api/health_routes.h"

#include <utility>

#include "server/api/answer.h"
#include "server/problem.h"

namespace ragsieve::api {
namespace {

Route open_route(const char* path, const char* summary) {
  Route route;
  route.method = "GET";
  route.path = path;
  route.summary = summary;
  route.open = true;
  return route;
}

ServerResponse status_answer(const char* status) {
  return json_answer(json::Object{{"status", status}});
}

// What is missing is nobody's business but the operator's: the answer says how much, the log what.
Result<ServerResponse> ready(const HealthApi& api, const Call& call) {
  RAGSIEVE_TRY(const std::vector<std::string> missing, api.not_ready());
  if (missing.empty()) return status_answer("ready");
  return busy(503, "corpora that are not ready yet: " + std::to_string(missing.size()), 5,
              call.request.id);
}

}  // namespace

std::vector<Route> health_routes(const HealthApi& api) {
  Route healthz = open_route("/healthz", "Whether the service lives");
  healthz.answers = {{200, "it does", "Health", ""}};
  healthz.function = [](const Call&) { return status_answer("ok"); };
  Route readyz = open_route("/readyz", "Whether models and corpora are ready");
  readyz.answers = {{200, "they are", "Health", ""}};
  readyz.function = answering([api](const Call& call) { return ready(api, call); });
  Route openapi = open_route("/openapi.json", "This document");
  openapi.answers = {{200, "OpenAPI 3.1", "", "application/json"}};
  openapi.function = [api](const Call&) {
    ServerResponse response;
    response.body = api.openapi();
    return response;
  };
  return {std::move(healthz), std::move(readyz), std::move(openapi)};
}

}  // namespace ragsieve::api
