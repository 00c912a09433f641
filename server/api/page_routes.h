// The reviewers' page, as it was built into the program: "/" and "/assets/{file}".
#pragma once

#include <span>
#include <vector>

#include "server/embedded_file.h"
#include "server/route_table.h"

namespace ragsieve::api {

// `files`: index.html and assets/...; none: "/" says that this build has no page. Thread-safe;
// the bytes live as long as the program.
[[nodiscard]] std::vector<Route> page_routes(std::span<const EmbeddedFile> files);

}  // namespace ragsieve::api
