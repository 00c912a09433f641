// Names and codes in a sentence: capitalised runs ("Klara Aubert", "Bank of England"), codes with
// a number ("Tern 8", "HI-1", "D-620") and numbered things ("version 3.9", "section 12").
// Pure; any thread may call.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/text/function_words.h"
#include "ragsieve/text/lexemes.h"

namespace ragsieve {

struct NameAt {
  std::string name;  // folded words, one space between
  std::size_t n_lexemes = 0;
  bool code = false;   // it holds a digit
  bool opens = false;  // one word whose capital may be that of the sentence
};

// The name that starts at lexeme `at`. In German, whose nouns are all capital, one plain word is
// no name. A name has at most twelve lexemes.
[[nodiscard]] std::optional<NameAt> name_at(const std::vector<Lexeme>& sentence, std::size_t at,
                                            Language language);

}  // namespace ragsieve
