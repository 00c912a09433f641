// What the machines around the service ask: does it live, is it ready, what can it do.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "server/route_table.h"

namespace ragsieve::api {

struct HealthApi {
  // Why it is not ready yet, one line each; empty: it is ready. An error: the state cannot be read.
  std::function<Result<std::vector<std::string>>()> not_ready;
  // The OpenAPI document; asked when it is wanted, as it describes this route too.
  std::function<std::string()> openapi;
};

// /healthz, /readyz, /openapi.json. Thread-safe where the functions are.
[[nodiscard]] std::vector<Route> health_routes(const HealthApi& api);

}  // namespace ragsieve::api
