// From the scores of a document to its record: signals with p-values, evidence with spans, the
// verdict and its reasons. Not a public interface; gate.h is.
#pragma once

#include <string>
#include <string_view>

#include "ragsieve/base/clock.h"
#include "ragsieve/core/policy.h"
#include "ragsieve/core/screen_records.h"
#include "ragsieve/gate/calibration.h"
#include "ragsieve/gate/policy_rules.h"
#include "ragsieve/pipeline/candidates.h"
#include "ragsieve/pipeline/document_scores.h"
#include "ragsieve/pipeline/generated_answers.h"

namespace ragsieve {

// Whether `id` is what `superseded` names: the same, or a passage "superseded#n" of it.
[[nodiscard]] bool supersedes_id(std::string_view superseded, std::string_view id);

// Digests and the day of `clock` (null: the system's), for the policy's allow list.
[[nodiscard]] PolicySurroundings policy_surroundings(const Clock* clock);

// Views; one for a batch. Thread-safe.
struct RecordMaker {
  const Policy& policy;
  const Calibration& calibration;
  const Scoring& scoring;
  const EncodedDocuments& set;
  std::string superseded;  // empty: none
  const Clock* clock = nullptr;

  [[nodiscard]] ScreenRecord make(const ScreenCandidate& candidate, const DocumentScores& scores,
                                  const GeneratedAnswers& generated) const;
};

}  // namespace ragsieve
