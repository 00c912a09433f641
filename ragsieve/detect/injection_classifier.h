// The classifier beside the injection rules: how likely one or two sentences speak to the model,
// from the concepts and n-grams in them and the rules that matched there (methods.md 3.2; the
// weights are those of injection_model.h). Immutable once compiled; any thread may score.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/core/injection_rules.h"
#include "ragsieve/detect/gram_tokens.h"
#include "ragsieve/detect/injection_concepts.h"
#include "ragsieve/detect/injection_model.h"
#include "ragsieve/detect/sentence_language.h"

namespace ragsieve {

// A folded sentence as the classifier sees it; `tokens` point into its text.
struct ReadSentence {
  std::vector<GramToken> tokens;
  ConceptBits concepts = 0;
};

// The rules that matched in a sentence, outside of quotations.
struct FiredRules {
  std::set<std::string, std::less<>> names;  // without the language: "ignore_previous"
  double score = 0;                          // 1 - prod(1 - w)
};

class InjectionClassifier {
 public:
  // Of `rules.classifier` and `rules.concepts`; kInvalidConfig, kTooLarge with what is wrong.
  [[nodiscard]] static Result<InjectionClassifier> compile(const InjectionRules& rules);

  [[nodiscard]] ReadSentence read(std::string_view folded) const;

  // Log odds. Without a concept and a rule they are the bias: nobody is spoken to, and no n-gram
  // is looked at.
  [[nodiscard]] double score(const ReadSentence& sentence, const FiredRules& rules) const;
  [[nodiscard]] double alarm() const { return model_.alarm(); }

  // [0.5, 0.7] from the alarm level on: a classifier by itself is no strong evidence.
  [[nodiscard]] double weight_of(double score) const;

  // The words that speak most for an injection, heaviest first.
  [[nodiscard]] std::vector<std::string> heaviest_words(const ReadSentence& sentence,
                                                        std::size_t most) const;

  [[nodiscard]] std::vector<std::string> concept_names(ConceptBits concepts) const;

 private:
  InjectionClassifier(InjectionModel model, InjectionConcepts concepts);
  InjectionModel model_;
  InjectionConcepts concepts_;
  SentenceLanguages languages_;
};

// Two neighbours as one.
[[nodiscard]] ReadSentence joined(const ReadSentence& first, const ReadSentence& second);

}  // namespace ragsieve
