// filter: between retrieval and generation. Scores the candidates of each query against their own
// tail, drops what is flagged and refills the context. Profile `paper` is RSQ (methods.md section
// 1) with its neural models; `default` needs the retriever's encoder alone (docs/design/filter.md).
#pragma once

#include <optional>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/corpus.h"
#include "ragsieve/core/records.h"
#include "ragsieve/detect/alignment.h"
#include "ragsieve/detect/rsq.h"
#include "ragsieve/pipeline/filter_calibration.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve {

struct FilterOptions {
  // Either ready-made contexts, or a corpus and queries to retrieve with. In the default profile
  // contexts may come with the corpus that they were retrieved from.
  std::optional<std::string> contexts;    // JSONL {query_id, query, documents}
  std::optional<std::string> corpus;      // as for audit
  std::optional<std::string> queries;     // JSONL
  std::optional<std::string> embeddings;  // .npy of the corpus
  std::optional<std::string> removed;     // ids that audit removed: serial deployment
  std::size_t depth = 100;                // documents retrieved a query
  std::string profile = "default";
  RsqOptions rsq;                        // paper
  AlignmentOptions alignment;            // paper
  std::optional<std::string> reference;  // default: a corpus of before, to calibrate on instead
  FilterCalibrationOptions calibration;  // default
};

// One record a query, in order. A context that cannot be read, or that holds too few documents
// after removal, is an error in the report and the rest goes on.
[[nodiscard]] Result<FilterReport> filter(const FilterOptions& options, const ModelsInUse& models,
                                          const RunOptions& run);

}  // namespace ragsieve
