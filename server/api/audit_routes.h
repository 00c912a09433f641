// /v1/audits: a corpus audited as a job, and its ranked records page by page.
#pragma once

#include <vector>

#include "ragsieve/service/audits.h"
#include "server/route_table.h"

namespace ragsieve::api {

// `audits` outlives the routes.
[[nodiscard]] std::vector<Route> audit_routes(Audits& audits);

}  // namespace ragsieve::api
