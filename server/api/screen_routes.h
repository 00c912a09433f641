// POST /v1/screen, POST /v1/screens and the screening again of what waits for a reviewer.
#pragma once

#include <vector>

#include "ragsieve/base/run_options.h"
#include "ragsieve/service/job_runner.h"
#include "ragsieve/service/screen_desk.h"
#include "server/route_table.h"

namespace ragsieve::api {

struct ScreenApi {
  ScreenDesk& desk;
  JobRunner& jobs;
  RunOptions run;  // threads and log
};

// What `api` refers to outlives the routes. Thread-safe.
[[nodiscard]] std::vector<Route> screen_routes(const ScreenApi& api);

}  // namespace ragsieve::api
