// /v1/quarantine: what waits for a reviewer, and what a reviewer decides.
#pragma once

#include <vector>

#include "ragsieve/service/review_desk.h"
#include "server/route_table.h"

namespace ragsieve::api {

// `desk` outlives the routes.
[[nodiscard]] std::vector<Route> quarantine_routes(ReviewDesk& desk);

}  // namespace ragsieve::api
