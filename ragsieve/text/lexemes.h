// The smallest parts of a sentence that decisive tokens are read from: words (clitics split off,
// so that "don't" is "do" and "not"), numerals with their separators, single ideographs, symbols.
// Pure functions; any thread may call.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/core/span.h"

namespace ragsieve {

enum class LexemeKind { kWord, kNumeral, kIdeograph, kSymbol };

struct Lexeme {
  LexemeKind kind = LexemeKind::kSymbol;
  ByteRange range;           // in the text
  std::string text;          // folded (fold_word); of a numeral ASCII digits and its separators
  bool capital = false;      // its first letter is upper case
  bool all_capital = false;  // it has at least two letters, all upper case
  bool glued = false;        // nothing stands between it and the lexeme before
};

// What is behind this many lexemes is not read: a sentence of language never has them.
inline constexpr std::size_t kMaxLexemes = 4096;

// In order. `text` may be any bytes: what is not UTF-8 separates. Time and memory linear.
[[nodiscard]] std::vector<Lexeme> lexemes(std::string_view text, std::size_t limit = kMaxLexemes);

// Lower case, compatibility forms decomposed, without the diacritical marks of U+0300..U+036F.
[[nodiscard]] std::string fold_word(std::string_view word);

}  // namespace ragsieve
