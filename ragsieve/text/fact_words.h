// The words of a text that carry its subject, as stems: what is left without function words,
// numbers and symbols. Of ideographs each pair of neighbours. Pure; any thread may call.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/text/function_words.h"
#include "ragsieve/text/lexemes.h"

namespace ragsieve {

struct FactWord {
  std::string stem;
  std::size_t lexeme = 0;  // where it starts
  bool capital = false;
};

[[nodiscard]] std::vector<FactWord> fact_words(const std::vector<Lexeme>& lexemes,
                                               Language language);

// Of a whole document, however long.
[[nodiscard]] std::vector<FactWord> fact_words(std::string_view text);

}  // namespace ragsieve
