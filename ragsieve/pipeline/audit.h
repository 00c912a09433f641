// audit: a whole corpus to a ranked risk list (methods.md section 2).
// source -> (text, vectors) -> exact neighbour graph -> RSG -> records with evidence and reasons.
#pragma once

#include <optional>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/records.h"
#include "ragsieve/detect/rsg.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve {

struct AuditOptions {
  std::string corpus;                     // JSONL (.gz), a folder of documents, or an index
  std::optional<std::string> embeddings;  // .npy; without it the encoder makes the vectors
  std::string profile = "default";        // "paper" or "default" (the same so far)
  RsgOptions rsg;
};

// Reads, scores and explains. A record that cannot be read is an error in the report and its row
// is left out; a corpus that cannot be read at all, or vectors that do not fit, are the call's
// error and nothing is returned. kCancelled when asked to stop.
[[nodiscard]] Result<AuditReport> audit(const AuditOptions& options, const ModelsInUse& models,
                                        const RunOptions& run);

}  // namespace ragsieve
