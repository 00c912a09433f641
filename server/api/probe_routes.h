// /v1/probes: the probe sets that reviewers keep.
#pragma once

#include <vector>

#include "ragsieve/service/probe_sets.h"
#include "server/route_table.h"

namespace ragsieve::api {

// `sets` outlives the routes.
[[nodiscard]] std::vector<Route> probe_routes(ProbeSets& sets);

}  // namespace ragsieve::api
