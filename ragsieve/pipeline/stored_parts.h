// Several byte strings in one file with a checksum, so that they are replaced in one step. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"

namespace ragsieve {

// A magic word, the lengths (8 bytes each, little-endian), the parts, and the sha256 of it all.
[[nodiscard]] std::string join_parts(std::span<const std::string_view> parts);

// The parts of what join_parts() wrote, as views into `bytes`. kCorrupt names what was found.
[[nodiscard]] Result<std::vector<std::string_view>> split_parts(std::string_view bytes,
                                                                std::size_t n_parts,
                                                                const std::string& path);

}  // namespace ragsieve
