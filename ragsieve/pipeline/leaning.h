// Whether the scores of a candidate lean on given documents of the trusted corpus: what came or
// changed touches a verdict only then (docs/design/monitor.md). Not a public interface:
// Gate::leans_on is.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/pipeline/document_scores.h"

namespace ragsieve {

// One answer a document of `set`: one of the corpus's documents `rows` is among its nearest
// documents, holds a sentence that one of its sentences is compared with, or a chunk that is
// retrieved for a probe which retrieves the candidate too. Searches with the depths of
// score_documents; asks no model. kCancelled, kTooLarge.
[[nodiscard]] Result<std::vector<bool>> leaning(const Scoring& scoring, const EncodedDocuments& set,
                                                std::span<const std::size_t> rows,
                                                const RunOptions& run);

}  // namespace ragsieve
