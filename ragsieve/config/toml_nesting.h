// Guards toml++ against deep input: it bounds brackets at 256, but a key of many dots makes as many
// tables, one in another, and freeing them overflows the stack. Inside `config` only.
#pragma once

#include <cstddef>
#include <string_view>

#include "ragsieve/base/result.h"

namespace ragsieve {

// Open brackets at one place, and dots in one key. Together at most some 300 levels.
inline constexpr std::size_t kTomlNesting = 16;

// kTooLarge, with the line, where the text has more of either. It is no parser: a text that it
// passes may still be malformed.
[[nodiscard]] Status check_toml_nesting(std::string_view text);

}  // namespace ragsieve
