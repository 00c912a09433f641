// One retrieval result through the default filter: judge the candidates, drop what is flagged, move
// the following ranks up, and judge again until nothing is flagged. What was not judged is never
// part of the refilled context.
#pragma once

#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/corpus.h"
#include "ragsieve/core/records.h"
#include "ragsieve/pipeline/filter_calibration.h"

namespace ragsieve {

inline constexpr std::size_t kLeastRetrieved = 20;  // documents of a context, as in `paper`

struct ContextVectors {
  std::vector<float> query;
  Matrix documents;  // row i: the context's document i, by rank
};

// `context` holds the survivors of an earlier audit in rank order. A candidate flagged in any round
// keeps the record of that round. kInvalidInput with fewer than kLeastRetrieved documents (the
// message names the depth that is needed) or vectors that are none. Any thread.
[[nodiscard]] Result<QueryRecord> filter_by_default(const RetrievedContext& context,
                                                    const ContextVectors& vectors,
                                                    const FilterCalibration& calibration,
                                                    const RunOptions& run);

}  // namespace ragsieve
