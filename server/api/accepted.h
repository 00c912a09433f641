// The answer to work that was queued: 202, the job's id and where it is to be found.
#pragma once

#include <string>

#include "server/api/answer.h"

namespace ragsieve::api {

[[nodiscard]] inline ServerResponse accepted(const std::string& job) {
  const std::string place = "/v1/jobs/" + job;
  ServerResponse response =
      json_answer(json::Object{{"job", job}, {"events", place + "/events"}}, 202);
  response.headers.emplace_back("Location", place);
  return response;
}

// As a route lists it.
[[nodiscard]] inline RouteAnswer accepted_answer() {
  return {202, "it is queued; the job says what becomes of it", "Accepted", ""};
}

}  // namespace ragsieve::api
