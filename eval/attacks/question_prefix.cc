// question_prefix: PoisonedRAG in the black box (Zou et al., USENIX Security 2025): a poison is the
// target question itself, so that it is retrieved, and behind it a text that states the target
// answer, so that the reader gives it; five of them a question.
//
// Deviations: the text is made from templates and a sentence of a retrieved document (carrier.h),
// not by a language model that is asked for a corpus of thirty words and checked until it answers
// so; between question and text stand a mark and a space.
#include "eval/attacks/attack_kinds.h"
#include "eval/attacks/carrier.h"

namespace ragsieve::eval {

Result<std::vector<Draft>> question_prefix(Scene& scene, const RunOptions& /*run*/) {
  std::vector<Draft> drafts;
  for (std::size_t i = 0; i < kTexts; ++i) {
    drafts.push_back(
        {"", scene.claim.question + "? " + joined(carrier(scene)), scene.target.query, ""});
  }
  return drafts;
}

}  // namespace ragsieve::eval
