// The JSON Schemas of bodies, as they lie in server/api/schemas and are part of the binary.
#pragma once

#include "ragsieve/base/result.h"
#include "server/openapi.h"

namespace ragsieve::api {

// By name, "Problem" of Problem.json. kInternal for a file that is no JSON.
[[nodiscard]] Result<Schemas> builtin_schemas();

}  // namespace ragsieve::api
