// Routes for the tests of table, router and document.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "server/route_table.h"

namespace ragsieve {

// Answers 200 with "METHOD PATTERN" and the parameters.
[[nodiscard]] inline Route sample_route(const std::string& method, const std::string& path,
                                        Role role = Role::kRead) {
  Route route;
  route.method = method;
  route.path = path;
  route.summary = "a route";
  route.role = role;
  route.answers = {{200, "what was asked for", "", "text/plain"}};
  route.function = [method, path](const Call& call) {
    ServerResponse response;
    response.body = method + " " + path;
    for (const auto& [name, value] : call.parameters) response.body += " " + name + "=" + value;
    response.body += " " + call.principal.name;
    return response;
  };
  return route;
}

}  // namespace ragsieve
