// Numbers of a sentence, in digits ("12,400", "45 000", "1.2 billion") or in words ("forty-eight",
// "fünfundvierzig", "quatre-vingt-dix", 一千二百). Pure functions; any thread may call.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "ragsieve/text/function_words.h"
#include "ragsieve/text/lexemes.h"

namespace ragsieve {

struct NumberAt {
  double value = 0;
  // The other reading of "1.150" or "42,195", whose separator may be of groups or of decimals.
  double alternative = std::numeric_limits<double>::quiet_NaN();
  std::size_t n_lexemes = 0;
  bool in_words = false;  // no digit in it
  bool article = false;   // "one", "ein", "un" alone: a number only where a unit follows
  bool share = false;     // a part of a whole, as percent: "two thirds", "half"
};

// The number that starts at lexeme `at`. Not a number: "3.9.1", "05.06.2019".
[[nodiscard]] std::optional<NumberAt> number_at(const std::vector<Lexeme>& sentence, std::size_t at,
                                                Language language);

// Equal as one of their readings, to 1e-9 of their size.
[[nodiscard]] bool same_number(double value_a, double alternative_a, double value_b,
                               double alternative_b);

}  // namespace ragsieve
