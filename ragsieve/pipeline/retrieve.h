// Retrieval for `filter --corpus`: exact cosine top-k of each query against a corpus.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/corpus.h"
#include "ragsieve/pipeline/corpus_vectors.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve {

struct RetrieveOptions {
  std::string corpus;                     // JSONL (.gz), a folder of documents, or an index
  std::string queries;                    // JSONL
  std::optional<std::string> embeddings;  // .npy of the corpus
  std::size_t depth = 100;                // documents a query, 1..1024
};

struct Retrieved {
  Contexts contexts;  // bad: of the corpus, then of the queries
  std::vector<std::pair<std::string, std::string>> digests;  // for the summary
  std::unique_ptr<const CorpusVectors> corpus;
  Matrix query_vectors;  // row i: contexts[i].query
};

// One context a query, documents by rank; fewer than `depth` where the corpus holds fewer.
[[nodiscard]] Result<Retrieved> retrieve(const RetrieveOptions& options, const ModelsInUse& models,
                                         const RunOptions& run);

}  // namespace ragsieve
