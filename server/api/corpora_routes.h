// /v1/corpora: registered, listed, made ready, removed.
#pragma once

#include <vector>

#include "ragsieve/service/corpora.h"
#include "ragsieve/service/job_runner.h"
#include "server/route_table.h"

namespace ragsieve::api {

// Thread-safe; what is referred to outlives the routes.
[[nodiscard]] std::vector<Route> corpora_routes(Corpora& corpora, JobRunner& jobs);

}  // namespace ragsieve::api
