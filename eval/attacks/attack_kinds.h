// The attacks that the harness makes itself. Each has a file of its own, which states the published
// idea and every deviation from it. All work from templates, the dataset's own corpus and searches
// against the encoder; none has a language model, and none copies a document of another attack.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "eval/attacks/scene.h"
#include "ragsieve/base/result.h"

namespace ragsieve::eval {

struct AttackKind {
  std::string name;            // the `attack` of its poisons
  std::size_t per_target = 1;  // poisons a target, at most
  MakeDrafts make;
};

// In the order in which they are made: the cheap ones first.
[[nodiscard]] std::vector<AttackKind> attack_kinds();

// Those of `names`, in that order; all for none. kInvalidArgument: an unknown name (the message
// lists them) or one that is there twice.
[[nodiscard]] Result<std::vector<AttackKind>> chosen_kinds(const std::vector<std::string>& names);

// Poisons a target of the kinds whose files do not name another number.
inline constexpr std::size_t kTexts = 5;

// One function a kind, for attack_kinds() and the tests; MakeDrafts in scene.h says what they give.
[[nodiscard]] Result<std::vector<Draft>> question_prefix(Scene& scene, const RunOptions& run);
[[nodiscard]] Result<std::vector<Draft>> greedy_prefix(Scene& scene, const RunOptions& run);
[[nodiscard]] Result<std::vector<Draft>> trigger_contiguous(Scene& scene, const RunOptions& run);
[[nodiscard]] Result<std::vector<Draft>> trigger_dispersed(Scene& scene, const RunOptions& run);
[[nodiscard]] Result<std::vector<Draft>> camouflage(Scene& scene, const RunOptions& run);
[[nodiscard]] Result<std::vector<Draft>> joint(Scene& scene, const RunOptions& run);
[[nodiscard]] Result<std::vector<Draft>> paraphrase_set(Scene& scene, const RunOptions& run);
[[nodiscard]] Result<std::vector<Draft>> fact_flip(Scene& scene, const RunOptions& run);
[[nodiscard]] Result<std::vector<Draft>> cross_lingual(Scene& scene, const RunOptions& run);
[[nodiscard]] Result<std::vector<Draft>> homoglyph(Scene& scene, const RunOptions& run);
[[nodiscard]] Result<std::vector<Draft>> hidden_instruction(Scene& scene, const RunOptions& run);

}  // namespace ragsieve::eval
