// The known name that a misspelt one most likely means.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ragsieve {

// Insertions, deletions, substitutions and swaps of neighbouring bytes that turn `left` into
// `right`.
[[nodiscard]] std::size_t edit_distance(std::string_view left, std::string_view right);

// The first of the names with the smallest distance to `name`; empty when there are none. Only the
// opening 256 bytes of `name` count.
[[nodiscard]] std::string nearest_name(std::string_view name, std::span<const std::string> names);

}  // namespace ragsieve
