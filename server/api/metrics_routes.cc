#include "server/api/metrics_routes.h"

#include "server/api/route_parts.h"

namespace ragsieve::api {

// A state that cannot be read is no reason to say nothing: that is when the numbers are wanted.
std::vector<Route> metrics_routes(ServiceMetrics& metrics, MetricsSource& source) {
  Route route = route_of("GET", "/metrics", "The service in numbers, for a Prometheus server",
                         {200, "Prometheus's text format, version 0.0.4", "", "text/plain"});
  route.function = [&metrics, &source](const Call&) {
    ServerResponse response;
    response.content_type = "text/plain; version=0.0.4; charset=utf-8";
    response.body = metrics.text(source.read());
    return response;
  };
  return {std::move(route)};
}

}  // namespace ragsieve::api
