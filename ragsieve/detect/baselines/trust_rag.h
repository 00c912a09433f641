// TrustRAG, stage 1 (Zhou, Lee, Zhan, Chen and Li 2025): poisons of one question are alike in words
// and in vectors. The candidates of one retrieval result are kept or dropped:
//   no pair with ROUGE-L over `rouge`: all are kept. Else each dimension is standardised, rows are
//   scaled to length 1 and parted by 2-means (10 starts); density = mean pairwise cosine of the raw
//   vectors of a cluster.
//   One cluster is a single {s}, the other O: density(O) > dense: all are dropped where
//   cos(first of O, s) > dense, else only s is kept; density(O) <= dense: O is kept.
//   Both hold two or more, D the denser: density(sparser) > dense: all are dropped; density(D) <
//   dense: the n-gram filter on each; else D is dropped and the n-gram filter works on the other.
//   N-gram filter, in rank order: one that is like the first remembered is deleted; else it and the
//   first later one that is like it are deleted, and it is remembered.
// The score is 1 for dropped, 0 for kept: the method has no degrees. Deviations: fewer than three
// candidates are all kept; where all vectors are equal the one cluster is dropped whole when dense,
// else filtered; the stages that ask a generator are not here; ROUGE-L as in rouge_l.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/detect/baselines/scored.h"

namespace ragsieve::baselines {

struct TrustRagOptions {
  double rouge = 0.25;  // ROUGE-L over which two texts are alike, 0..1
  double dense = 0.88;  // cosine, -1..1
  std::size_t n_starts = 10;
  std::uint64_t seed = 0;
  [[nodiscard]] Status validate() const;
};

// texts[i] and row i of `vectors` are candidate i, by rank. kInvalidArgument: counts that differ;
// errors of PairCosines.
[[nodiscard]] Result<Scores> trust_rag(std::span<const std::string_view> texts,
                                       const MatrixView& vectors, const TrustRagOptions& options);

}  // namespace ragsieve::baselines
