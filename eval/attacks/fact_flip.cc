// fact_flip: one document a target, a copy of a document that is judged relevant, in which the
// correct answer is replaced by the target answer wherever it stands, in the title too (the
// substituted passages of Longpre et al., EMNLP 2021; counterfactual robustness in RGB, Chen et
// al., AAAI 2024).
//
// Deviations: no check that both answers are of one type, and nothing else that the document says
// of them is rewritten. Where the whole correct answer does not stand in the document, what the two
// answers differ in is looked for ("The A41." and "The A51." differ in one word): up to three words
// with a capital or a digit. A question whose relevant documents hold neither, and one that is
// answered by yes or no, gives no poison.
#include <optional>
#include <string_view>
#include <utility>

#include "eval/attacks/answer_swap.h"
#include "eval/attacks/attack_kinds.h"

namespace ragsieve::eval {

Result<std::vector<Draft>> fact_flip(Scene& scene, const RunOptions& /*run*/) {
  for (const AnswerSwap& swap : answer_swaps(scene.target)) {
    for (const Document* document : scene.gold) {
      const std::optional<std::string> text = swapped(text_of(*document), swap);
      if (!text) continue;
      const std::string title = title_of(*document);
      return std::vector<Draft>{
          {swapped(title, swap).value_or(title), *text, scene.target.query, "of " + document->id}};
    }
  }
  return std::vector<Draft>{};
}

}  // namespace ragsieve::eval
