// /v1/corpora/{name}/coverage: which documents of a corpus its probes reach.
#pragma once

#include <vector>

#include "ragsieve/base/run_options.h"
#include "ragsieve/service/gates.h"
#include "server/route_table.h"

namespace ragsieve::api {

// `gates` outlives the routes; `run`: threads and log.
[[nodiscard]] std::vector<Route> coverage_routes(Gates& gates, RunOptions run);

}  // namespace ragsieve::api
