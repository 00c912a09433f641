// Which of the languages of the injection rules a sentence can be in, by its script and the
// commonest words of each language. Cheap and generous: where two languages fit equally, both are
// named. Immutable once built; any thread may ask.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ragsieve/detect/gram_tokens.h"

namespace ragsieve {

// A bit for each language of sentence_language_index().
using LanguageBits = std::uint32_t;

inline constexpr int kNoLanguage = -1;

// Of "ar", "de", "en" ...; kNoLanguage where it is not known.
[[nodiscard]] int sentence_language_index(std::string_view language);

class SentenceLanguages {
 public:
  SentenceLanguages();

  // No bit where there is no letter of a known script.
  [[nodiscard]] LanguageBits of(const std::vector<GramToken>& tokens) const;

 private:
  std::unordered_map<std::string, LanguageBits> common_;  // word: languages it is common in
};

}  // namespace ragsieve
