// /v1/verify: whether a report holds.
#pragma once

#include <vector>

#include "ragsieve/service/verification.h"
#include "server/route_table.h"

namespace ragsieve::api {

// `verification` outlives the routes.
[[nodiscard]] std::vector<Route> verify_routes(Verification& verification);

}  // namespace ragsieve::api
