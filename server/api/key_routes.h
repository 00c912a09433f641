// /v1/keys, /v1/me and /v1/log: who may use the service, who asks, and who did what.
#pragma once

#include <vector>

#include "ragsieve/service/action_log.h"
#include "ragsieve/service/api_keys.h"
#include "server/route_table.h"

namespace ragsieve::api {

// `keys` and `log` outlive the routes.
[[nodiscard]] std::vector<Route> key_routes(ApiKeys& keys, ActionLog& log);

}  // namespace ragsieve::api
