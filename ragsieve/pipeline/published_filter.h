// One retrieval result through RSQ (methods.md section 1) with its neural models: what filter()
// does for each context in profile `paper`. For the default profile: default_filter.h.
#pragma once

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/corpus.h"
#include "ragsieve/core/records.h"
#include "ragsieve/detect/alignment.h"
#include "ragsieve/detect/rsq.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve {

// Drops what is flagged of the k candidates and refills from the following ranks in their order.
// `context` holds the survivors of an earlier audit in rank order, at least rsq.n of them
// (kInvalidInput naming the depth that is needed). Token encoder and causal LM must be there.
[[nodiscard]] Result<QueryRecord> filter_by_rsq(const RetrievedContext& context,
                                                const RsqOptions& rsq,
                                                const AlignmentOptions& alignment,
                                                const ModelsInUse& models, const RunOptions& run);

}  // namespace ragsieve
