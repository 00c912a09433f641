// One answer in place of another inside a text. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "eval/attacks/target.h"

namespace ragsieve::eval {

struct AnswerSwap {
  std::string from;  // of the correct answer
  std::string to;    // of the target answer
};

// What to look for, the best first: the whole answers without their full stops, then the words in
// which they differ (both runs of one to three words, `from` with a capital letter or a digit).
// None where the correct answer is empty, yes or no, or equal to the target.
[[nodiscard]] std::vector<AnswerSwap> answer_swaps(const AttackTarget& target);

// `text` with every occurrence of `from` as whole words replaced, ASCII letters of either case;
// nothing where there is none.
[[nodiscard]] std::optional<std::string> swapped(std::string_view text, const AnswerSwap& swap);

}  // namespace ragsieve::eval
