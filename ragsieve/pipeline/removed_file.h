// The file of ids that `audit --removed` writes and `filter --removed` reads.
#pragma once

#include <string>
#include <vector>

#include "ragsieve/base/result.h"

namespace ragsieve {

// One id a line, all or nothing. kIo, kNoSpace.
[[nodiscard]] Status write_removed_file(const std::string& path,
                                        const std::vector<std::string>& ids);

}  // namespace ragsieve
