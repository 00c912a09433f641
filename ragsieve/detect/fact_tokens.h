// The decisive tokens of a sentence: numbers with their units, sums of money, shares, times, dates,
// years, names, and the words that make a statement its opposite. What question_template.h puts a
// wh-phrase in place of. Pure; any thread may call.
#pragma once

#include <string_view>
#include <vector>

#include "ragsieve/core/span.h"
#include "ragsieve/detect/question_template.h"
#include "ragsieve/detect/question_words.h"

namespace ragsieve {

struct FactToken {
  ByteRange replaced;  // what the wh-phrase stands for
  ByteRange fact;      // the same with its unit
  FactKind kind = FactKind::kNumber;
  std::string_view wh;  // in English
  double worth = 0;     // of the token alone
};

// In the order of the sentence, none overlapping another's `replaced`. `words` are those of
// `sentence`.
[[nodiscard]] std::vector<FactToken> fact_tokens(std::string_view sentence,
                                                 const std::vector<SentenceWord>& words,
                                                 bool english);

}  // namespace ragsieve
