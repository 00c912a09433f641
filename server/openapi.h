// The OpenAPI 3.1 document of a route table. Pure, thread-safe.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/json/value.h"
#include "server/route_table.h"

namespace ragsieve {

// Name and JSON Schema, as they stand under components/schemas; among them "Problem".
using Schemas = std::vector<std::pair<std::string, json::Value>>;

// Every route has beside its own answers those of HTTP and of its kind: 400, 401 and 403 (with a
// key), 404 (with a parameter), 408, 413 and 415 (with a body), 429, 431, 503. kInternal where a
// route names a schema that is none.
[[nodiscard]] Result<json::Value> openapi_document(const RouteTable& table, const Schemas& schemas,
                                                   const std::string& version);

// The statuses that a route may answer, in order: what the document says and the tests hold
// answers against.
[[nodiscard]] std::vector<int> statuses_of(const Route& route);

}  // namespace ragsieve
