// A corpus with what RSG says of it: where both profiles of the audit start, and a reference too.
#pragma once

#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/records.h"
#include "ragsieve/detect/rsg.h"
#include "ragsieve/pipeline/corpus_vectors.h"

namespace ragsieve {

struct ScoredCorpus {
  CorpusVectors loaded;
  std::vector<std::string_view> texts;  // by row; views of loaded.corpus
  RsgResult rsg;
};

// Builds the exact graph and scores it. The graph is gone afterwards: `rsg.neighbours` holds what
// it said. kInvalidArgument of the options; kCancelled.
[[nodiscard]] Result<ScoredCorpus> score_corpus(CorpusVectors loaded, const RsgOptions& options,
                                                const RunOptions& run);

// The record of a row with its RSG part; score and flag are RSG's own.
[[nodiscard]] AuditRecord rsg_record(const ScoredCorpus& scored, std::size_t row, std::size_t rank);

}  // namespace ragsieve
