// /v1/overview: the service at a glance.
#pragma once

#include <vector>

#include "ragsieve/service/overview.h"
#include "server/route_table.h"

namespace ragsieve::api {

// `overview` outlives the routes.
[[nodiscard]] std::vector<Route> overview_routes(Overview& overview);

}  // namespace ragsieve::api
