// /v1/documents and /v1/verdicts: what was screened, with its history.
#pragma once

#include <vector>

#include "ragsieve/service/documents_desk.h"
#include "server/route_table.h"

namespace ragsieve::api {

// `desk` outlives the routes.
[[nodiscard]] std::vector<Route> document_routes(DocumentsDesk& desk);

}  // namespace ragsieve::api
