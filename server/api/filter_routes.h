// POST /v1/filter: retrieval results before they reach a generator.
#pragma once

#include <vector>

#include "ragsieve/service/filtering.h"
#include "server/route_table.h"

namespace ragsieve::api {

// `filtering` outlives the routes.
[[nodiscard]] std::vector<Route> filter_routes(Filtering& filtering);

}  // namespace ragsieve::api
