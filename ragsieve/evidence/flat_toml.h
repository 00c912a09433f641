// The part of TOML that a key file is written in: one `name = "string"` or `name = integer` a line,
// comments on lines of their own. Small enough to be read whole by who audits the handling of keys;
// every file in it is TOML for other tools. Values, no I/O.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ragsieve/base/result.h"

namespace ragsieve {

struct FlatEntry {
  std::string name;  // a-z, 0-9 and _
  std::variant<std::string, std::int64_t> value;
  std::uint64_t line = 0;
};

// kInvalidConfig names path and line, and never a value: it may be secret. Strings know the escapes
// \" and \\ only; a name that occurs twice is refused.
[[nodiscard]] Result<std::vector<FlatEntry>> parse_flat_toml(std::string_view text,
                                                             const std::string& path);

// `text` as a TOML string, in quotes.
[[nodiscard]] std::string toml_string(std::string_view text);

// Whether `text` is UTF-8 on one line without control characters, as every string here is.
[[nodiscard]] bool is_plain_line(std::string_view text);

}  // namespace ragsieve
