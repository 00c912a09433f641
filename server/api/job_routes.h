// /v1/jobs: the jobs, their items and their events as they happen; the events of an audit too,
// which is a job.
#pragma once

#include <vector>

#include "ragsieve/json/value.h"
#include "ragsieve/service/jobs_desk.h"
#include "server/route_table.h"

namespace ragsieve::api {

// {"id", "kind", "who", "state", "progress", "created", "started"?, "ended"?, "error"?, "result"?}
[[nodiscard]] json::Object job_json(const StoredJob& job);

// `desk` outlives the routes and the streams that they answer with.
[[nodiscard]] std::vector<Route> job_routes(JobsDesk& desk);

}  // namespace ragsieve::api
