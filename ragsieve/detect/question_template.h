// Questions made of a text without a model: a sentence that states a fact becomes a question when a
// wh-phrase stands in place of its decisive token ("The warranty is five years." -> "The warranty
// is how many years?"). English sentences get English wh-phrases; in any other language the token
// becomes an ellipsis, a gap that a reader of that language can fill. Lines that are questions
// already stay as they are. Pure; any thread may call.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ragsieve {

enum class FactKind { kNumber, kMoney, kShare, kTime, kDate, kYear, kName, kPolarity };

struct FactQuestion {
  std::string question;
  std::string fact;  // what the wh-phrase stands for, with its unit: "five years"
  FactKind kind = FactKind::kNumber;
  double worth = 0;  // how decisive the token is and how well the sentence stands alone, 0..4
};

// Where a sentence stands.
struct SentenceContext {
  std::string_view topic;  // title or heading; put in front where the subject is a pronoun
  bool english = true;     // reads_english() of the whole document
};

// One question for each decisive token of `sentence` (valid UTF-8), highest worth first, then in
// the order of the sentence. A question has at most about 40 words: a longer sentence is cut around
// its token. None for a question, a sentence without such a token, or one without two words.
[[nodiscard]] std::vector<FactQuestion> fact_questions(std::string_view sentence,
                                                       const SentenceContext& context);

// Highest worth first; equals keep their order.
void sort_by_worth(std::vector<FactQuestion>& questions);

// `line` without list and heading marks and "Q:", where it is a question of at least two words and
// at most 200 code points; nothing otherwise.
[[nodiscard]] std::optional<std::string> as_question(std::string_view line);

// `line` as a heading: Markdown's "# ..." without its marks; nothing for any other line.
[[nodiscard]] std::optional<std::string> as_heading(std::string_view line);

// Whether the function words of `text` (its first 4 KB) are those of English; true of a text in
// ASCII that has none.
[[nodiscard]] bool reads_english(std::string_view text);

}  // namespace ragsieve
