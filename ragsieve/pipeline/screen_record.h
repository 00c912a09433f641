// From the scores of a document to its record: signals with p-values, evidence with spans, the
// verdict and its reasons. Not a public interface; gate.h is.
#pragma once

#include <span>
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

  // All but the verdict and its reasons.
  [[nodiscard]] ScreenRecord measure(const ScreenCandidate& candidate, const DocumentScores& scores,
                                     const GeneratedAnswers& generated) const;
  void decide(ScreenRecord& record) const;
};

// A document whose two nearest set members arrived with it is as rare as the second rarest of the
// three: a set is caught as a set. Of three independent honest documents two are rarer than alpha
// with probability 3 alpha^2. Records and scores of one batch, in its order.
void share_p(std::span<ScreenRecord> records, std::span<const DocumentScores> scores);

}  // namespace ragsieve
