// Words of a sentence with what the question templates need to know of them: numbers, units,
// months, names, pronouns. Word lists for the larger European languages, digits and numerals of
// any script. Used by question_template.h alone. Pure; any thread may call.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/core/span.h"

namespace ragsieve {

struct SentenceWord {
  ByteRange range;
  std::string lower;  // ASCII letters in lower case, the rest as it is
  std::size_t n_letters = 0;
  std::size_t n_digits = 0;
  bool capital = false;       // opens with a capital letter
  bool all_capitals = false;  // two capitals at least and no small letter
  bool east_asian = false;    // numerals of a script that sets no spaces
};

// Runs of letters and digits; ". , : / -" and apostrophes inside one belong to it. Digits and
// numerals among letters of a script that sets no spaces are words of their own.
[[nodiscard]] std::vector<SentenceWord> sentence_words(std::string_view sentence);

enum class WordClass {
  kNumberWord,  // "five"
  kMonth,
  kWeekday,
  kMoney,          // "euro", "dollars"
  kPercent,        // "percent"
  kUnit,           // "days", "kg"
  kPolarity,       // "not", "never", "must"
  kPronoun,        // that a sentence opens with: "it", "this"
  kEnglish,        // function words that mark English
  kForeign,        // function words that mark another language
  kBeforeYear,     // "in", "since"
  kBeforePlace,    // "in", "at", "near"
  kInsideName,     // "of", "van"
  kForeignNumber,  // "zwanzig"
};

// `lower` as SentenceWord has it; number words may be joined by hyphens ("twenty-five").
[[nodiscard]] bool is_word(std::string_view lower, WordClass which);

// Whether an East Asian letter right behind a numeral counts something (years, hours, people).
[[nodiscard]] bool is_east_asian_counter(char32_t code_point);

[[nodiscard]] bool is_capital(char32_t code_point);
[[nodiscard]] bool is_digit(char32_t code_point);  // decimal digits of the scripts in wide use

}  // namespace ragsieve
