// index build: a corpus's vectors, encoded once and kept in a folder (index/index_store.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve {

struct IndexBuildOptions {
  std::string corpus;                      // JSONL (.gz) or a folder of documents
  std::string out;                         // folder of the index
  std::optional<std::string> export_path;  // .npy; FILE.ids is written beside it
};

struct IndexBuildReport {
  std::size_t n_documents = 0;
  std::vector<Error> errors;  // one a bad record; it is not in the index
};

// In the exported .npy row i belongs to record i of the corpus, bad records included (their row is
// zeros and their line in FILE.ids is empty; a reader drops it with the record). kCancelled leaves
// an index of that name as it was; what was encoded is in the cache.
[[nodiscard]] Result<IndexBuildReport> build_index(const IndexBuildOptions& options,
                                                   const ModelsInUse& models,
                                                   const RunOptions& run);

}  // namespace ragsieve
