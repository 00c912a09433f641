// /v1/reports: the sealed reports, one by one and as a chain.
#pragma once

#include <vector>

#include "ragsieve/service/documents_desk.h"
#include "server/route_table.h"

namespace ragsieve::api {

// `desk` outlives the routes.
[[nodiscard]] std::vector<Route> report_routes(DocumentsDesk& desk);

}  // namespace ragsieve::api
