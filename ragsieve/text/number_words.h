// Number words of English, German, French, Spanish, Russian and Chinese up to millions, as the
// parts that numbers.h composes. Pure; any thread may call.
#pragma once

#include <optional>
#include <string_view>

#include "ragsieve/text/function_words.h"

namespace ragsieve {

struct NumberWord {
  double value = 0;
  bool scale = false;    // hundred, thousand, million: it multiplies what stands before it
  bool article = false;  // "one", "ein", "un": often no number at all
};

// `word` is folded. Of a language without words here those of English are read.
[[nodiscard]] std::optional<NumberWord> number_word(std::string_view word, Language language);

// A whole number in one German word: "fünfundvierzig", "zweihundertzehn"; folded.
[[nodiscard]] std::optional<double> german_compound(std::string_view word);

// 1/2, 1/3, ... for "half", "third", "tenth", "hälfte", "moitié", "mitad", "половина", 一半.
[[nodiscard]] std::optional<double> fraction_word(std::string_view word);

}  // namespace ragsieve
