// Whether the scores of a candidate lean on given documents of the trusted corpus or on given
// probes: what came or changed touches a verdict only then (docs/design/monitor.md). Not a public
// interface: Gate::leans_on is.
#pragma once

#include <cstddef>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/pipeline/document_scores.h"

namespace ragsieve {

// What is asked about: documents of the corpus by row, probes by place.
struct LeaningQuestion {
  std::vector<std::size_t> rows;
  std::vector<std::size_t> probes;
};

// One answer a document of `set`: one of the corpus's documents is among its nearest documents,
// holds a sentence that one of its sentences is compared with, or a chunk that is retrieved for a
// probe which retrieves the candidate too; or one of the probes retrieves the candidate. The
// depths are those of score_documents; no model is asked. kCancelled.
[[nodiscard]] Result<std::vector<bool>> leaning(const Scoring& scoring, const EncodedDocuments& set,
                                                const LeaningQuestion& question,
                                                const RunOptions& run);

}  // namespace ragsieve
