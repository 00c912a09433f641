// The answers of a configured generator to the probes that retrieve a candidate, without it and
// with it. Nothing is generated where the candidate is not retrieved; clean answers are known to
// the cache by their passages. A call that fails ends this signal of this document, not the run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/signal.h"
#include "ragsieve/models/answerer.h"
#include "ragsieve/pipeline/document_scores.h"

namespace ragsieve {

struct AnswerQuestion {
  const Scoring* scoring = nullptr;
  const EncodedDocuments* set = nullptr;
  const Subject* subject = nullptr;
  const DocumentScores* scores = nullptr;  // its outcomes of the user's probes
};

struct GeneratedAnswer {
  std::size_t probe = 0;  // position in scoring->probes
  std::string before;
  std::string after;
  double shift = 0;      // cosine distance of the answers' vectors, [0, 1]
  bool changed = false;  // in decisive tokens, beyond reordering and dropping the last passage
  double strength = 0;   // as in ProbeOutcome
};

struct GeneratedAnswers {
  bool asked = false;  // a generator is configured
  std::vector<GeneratedAnswer> answers;
  SignalStatus status = SignalStatus::kRan;
  std::string reason;  // why it is not kRan
};

// kCancelled; every other error of the answerer is in the result.
[[nodiscard]] Result<GeneratedAnswers> generated_answers(const AnswerQuestion& question,
                                                         Answerer& answerer, const RunOptions& run);

}  // namespace ragsieve
