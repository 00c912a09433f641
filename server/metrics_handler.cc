#include "server/metrics_handler.h"

#include <chrono>
#include <string_view>
#include <utility>

namespace ragsieve {

std::string_view MetricsHandler::route_of(const ServerRequest& request) const {
  const RouteTable::Match match = table_.match(request.method, request.path);
  return match.route == nullptr ? std::string_view("none") : match.route->path;
}

std::variant<Admission, ServerResponse> MetricsHandler::admit(const ServerRequest& head) {
  auto admitted = inner_.admit(head);
  if (const auto* refused = std::get_if<ServerResponse>(&admitted)) {
    metrics_.answered(route_of(head), head.method, refused->status);
  }
  return admitted;
}

ServerResponse MetricsHandler::handle(const ServerRequest& request) {
  const auto begun = std::chrono::steady_clock::now();
  ServerResponse response = inner_.handle(request);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun;
  const std::string_view route = route_of(request);
  metrics_.answered(route, request.method, response.status);
  metrics_.took(route, spent.count());
  return response;
}

}  // namespace ragsieve
