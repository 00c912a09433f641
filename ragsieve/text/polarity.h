// Words that turn a statement round: negations, and the two sides of opposites ("allowed" and
// "forbidden", "rise" and "fall", "at least" and "at most"), in several languages. Pure; any
// thread may call.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "ragsieve/text/lexemes.h"

namespace ragsieve {

struct PolarityAt {
  std::string_view axis;  // "permission", "direction", ...
  int side = 0;           // +1 or -1
  std::size_t n_lexemes = 0;
};

// The opposite that starts at lexeme `at`.
[[nodiscard]] std::optional<PolarityAt> polarity_at(const std::vector<Lexeme>& sentence,
                                                    std::size_t at);

// How many lexemes of a negation start at `at` ("no longer" is two); 0: none.
[[nodiscard]] std::size_t negation_at(const std::vector<Lexeme>& sentence, std::size_t at);

// +1 for "yes", -1 for "no" as an answer of its own; 0: neither.
[[nodiscard]] int yes_or_no(std::string_view folded_word);

}  // namespace ragsieve
