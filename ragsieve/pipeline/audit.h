// audit: a whole corpus to a ranked risk list (methods.md section 2, docs/design/audit.md).
// source -> (text, vectors) -> exact neighbour graph -> RSG, and in the profile `default` the other
// terms and their p-values -> records with evidence and reasons.
#pragma once

#include <optional>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/injection_rules.h"
#include "ragsieve/core/records.h"
#include "ragsieve/detect/rsg.h"
#include "ragsieve/pipeline/audit_reference.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve {

struct AuditOptions {
  std::string corpus;                     // JSONL (.gz), a folder of documents, or an index
  std::optional<std::string> embeddings;  // .npy; without it the encoder makes the vectors
  std::string profile = "default";        // "paper" or "default"
  RsgOptions rsg;
  // Of the profile `default` alone:
  std::optional<AuditReferenceSource>
      reference;         // an earlier trusted snapshot; costs its own audit
  double alpha = 0.01;   // share of a clean corpus that is flagged at most, (0, 1)
  InjectionRules rules;  // their classifier is not used
};

// Reads, scores and explains. A record that cannot be read is an error in the report and its row
// is left out; a corpus that cannot be read at all, vectors that do not fit, or a reference that
// is too small or of another encoder, are the call's error and nothing is returned. kCancelled
// when asked to stop.
[[nodiscard]] Result<AuditReport> audit(const AuditOptions& options, const ModelsInUse& models,
                                        const RunOptions& run);

}  // namespace ragsieve
