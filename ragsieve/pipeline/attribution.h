// Which sentences of a document drive the answers that it moves: each sentence in turn is taken out
// of its chunk, the chunk is encoded again, and the probes that moved are asked once more. Cheap:
// no generation. Injection findings and conflicts carry their spans already.
#pragma once

#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/screen_records.h"
#include "ragsieve/pipeline/document_scores.h"

namespace ragsieve {

// Heaviest first; weight is the share of the moved probes that the sentence's removal gives back
// their clean answer. Empty where no probe moved. At most kAttributed sentences are tried, those of
// the chunks that moved a probe. kCancelled, kUnavailable.
inline constexpr std::size_t kAttributed = 40;
[[nodiscard]] Result<std::vector<AttributionRecord>> attribution(const Scoring& scoring,
                                                                 const EncodedDocuments& set,
                                                                 const Subject& subject,
                                                                 const DocumentScores& scores,
                                                                 const RunOptions& run);

}  // namespace ragsieve
