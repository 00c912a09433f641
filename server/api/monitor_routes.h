// /v1/monitors: corpora that are watched, a look on demand, and what the looks found.
#pragma once

#include <vector>

#include "ragsieve/service/monitors.h"
#include "server/route_table.h"

namespace ragsieve::api {

// `monitors` outlives the routes. No answer shows the address of a webhook: it may hold a secret.
[[nodiscard]] std::vector<Route> monitor_routes(Monitors& monitors);

}  // namespace ragsieve::api
