// The measurements of one attack family (methods.md section 5): the whole family in the index,
// audit over every document of the snapshot, filter over the candidates of its queries.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/attack_table/attack_data.h"
#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve::bench {

struct Measured {
  double auroc = 0;
  double detection = 0;  // at 5 % clean removal
  std::size_t n_positives = 0;
  std::size_t n_negatives = 0;
};

// Vectors of the clean corpus and of every poison, encoded once (and cached).
struct AttackVectors {
  Matrix clean;    // row i: data.clean.documents[i]
  Matrix poisons;  // row i: data.poisons[i]
};
[[nodiscard]] Result<AttackVectors> encode_all(const AttackData& data, Encoder& encoder,
                                               const RunOptions& run);

// One family's poisons behind the clean corpus: documents and vectors in the same order.
struct Snapshot {
  std::vector<const Document*> documents;
  Matrix vectors;
  std::size_t n_clean = 0;
};
[[nodiscard]] Snapshot snapshot_of(const AttackData& data, const AttackVectors& vectors,
                                   const std::string& family);

[[nodiscard]] Result<Measured> measure_audit(const Snapshot& snapshot, const RunOptions& run);

// Queries: the family's distinct `query` strings by code point, the first `n_queries`. Positives:
// poisons among the candidates under attack; negatives: the candidates of the clean retrieval.
[[nodiscard]] Result<Measured> measure_filter(const AttackData& data, const Snapshot& snapshot,
                                              const std::string& family, std::size_t n_queries,
                                              const ModelsInUse& models, const RunOptions& run);

}  // namespace ragsieve::bench
