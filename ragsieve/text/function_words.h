// Words that carry grammar and no subject, in nine languages, and what follows from them: a guess
// of a sentence's language (for number words that two languages share) and stems of the words
// that are left. Pure functions; any thread may call.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/text/lexemes.h"

namespace ragsieve {

enum class Language {
  kOther,  // none of the lists: number words are read as English
  kEnglish,
  kGerman,
  kFrench,
  kSpanish,
  kItalian,
  kPortuguese,
  kDutch,
  kRussian,
  kChinese,
};

// The language whose function words cover most of the sentence; kChinese by its ideographs.
[[nodiscard]] Language guess_language(const std::vector<Lexeme>& sentence);

// `word` is folded (fold_word).
[[nodiscard]] bool is_function_word(std::string_view word, Language language);

// The word without its inflection, roughly: endings cut by language, then at most seven letters.
// Words that share a stem may still differ; words of one stem are one word to the comparison.
[[nodiscard]] std::string stem(std::string_view word, Language language);

}  // namespace ragsieve
