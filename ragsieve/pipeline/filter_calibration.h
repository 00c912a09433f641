// What the default filter knows of a corpus before it judges a retrieval: its language, and what
// the candidates of clean retrievals look like.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/injection_rules.h"
#include "ragsieve/detect/filter_default.h"
#include "ragsieve/detect/injection_scorer.h"
#include "ragsieve/pipeline/context_terms.h"
#include "ragsieve/pipeline/corpus_vectors.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve {

struct FilterCalibrationOptions {
  std::optional<std::string> queries;  // JSONL of questions that are not those to be judged
  std::size_t questions = 400;         // made from the corpus where there is no file
  InjectionRules rules;                // no rules: the term is left out
  FilterTermOptions terms;
  FilterDefaultOptions judgement;
};

class FilterCalibration {
 public:
  // With a corpus: counts its language, retrieves for the questions and fits the null to their
  // candidates. A question made from a document does not retrieve that document. Where the corpus
  // gives fewer than 100 candidates, or is null, the null is the one that ships; without a corpus
  // fluency and rarity are left out. `corpus` and the models' cache must outlive the result.
  // Errors of the file, the models, kInvalidConfig of the rules, kCancelled. Stages: "injection",
  // "calibration".
  [[nodiscard]] static Result<FilterCalibration> of(const CorpusVectors* corpus,
                                                    const FilterCalibrationOptions& options,
                                                    const ModelsInUse& models,
                                                    const RunOptions& run);

  [[nodiscard]] ContextTools tools() const { return {language_.get(), terms_}; }
  // Null where there are no rules.
  [[nodiscard]] const InjectionScorer* injection() const { return injection_.get(); }
  [[nodiscard]] bool counted(const Document& document) const {
    return texts_.contains(document.indexed_text);
  }
  [[nodiscard]] const FilterNull& null() const { return *null_; }
  // For the summary: "1995 candidates of 400 questions made from the corpus".
  [[nodiscard]] const std::string& source() const { return source_; }

 private:
  FilterCalibration() = default;
  std::unique_ptr<const InjectionScorer> injection_;
  std::unique_ptr<const CorpusLanguage> language_;
  std::unordered_set<std::string_view> texts_;
  FilterTermOptions terms_;
  std::optional<FilterNull> null_;
  std::string source_;
};

}  // namespace ragsieve
