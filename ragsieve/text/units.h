// Units of measure, time, money and share: their names in several languages, each with the
// dimension it measures and its size in that dimension's base unit. Pure; any thread may call.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "ragsieve/text/lexemes.h"

namespace ragsieve {

struct Unit {
  std::string_view dimension;  // "time" (s), "length" (m), "mass" (g), "EUR", "%", ...
  std::string_view name;       // "hour", "km"
  double factor = 1;           // how many base units one of it is
};

struct UnitAt {
  Unit unit;
  std::size_t n_lexemes = 0;
};

// The unit that starts at lexeme `at`; `after_digits`: a numeral stands right before it, so that
// one-letter symbols (h, m, g, W) count too.
[[nodiscard]] std::optional<UnitAt> unit_at(const std::vector<Lexeme>& sentence, std::size_t at,
                                            bool after_digits);

}  // namespace ragsieve
