// /metrics: the service in numbers, for a Prometheus server.
#pragma once

#include <vector>

#include "ragsieve/service/metrics_source.h"
#include "server/metrics.h"
#include "server/route_table.h"

namespace ragsieve::api {

// Both outlive the routes.
[[nodiscard]] std::vector<Route> metrics_routes(ServiceMetrics& metrics, MetricsSource& source);

}  // namespace ragsieve::api
