// Exact cosine neighbours: blocked GEMM proposes k plus a margin from a stated error bound, the
// pure pair function of similarity.h decides. The result is the same for any tile size, thread
// count or BLAS. Each pair of a corpus is computed once. Memory O(n k) beside the vectors.
#pragma once

#include <cstddef>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/index/neighbour_graph.h"

namespace ragsieve {

struct KnnOptions {
  std::size_t k = 16;  // neighbours a row, 1..1024
  // Rows that a thread holds scaled at a time, 1..65536; price: 8 * block_rows * dim bytes a
  // thread.
  std::size_t block_rows = 1024;
  [[nodiscard]] Status validate() const;
};

// Graph of all rows of `corpus` (inverse_norms present). With fewer than k + 1 rows the neighbour
// count is n_rows - 1; a corpus of one row has none. kInvalidArgument, kTooLarge (more rows than
// limits::kCorpusRecords, or run.memory_bytes, which does not count the vectors), kCancelled.
// Stages: "neighbours", "rescore", "rescan".
[[nodiscard]] Result<NeighbourGraph> build_graph(const MatrixView& corpus,
                                                 const KnnOptions& options, const RunOptions& run);

// The k most similar corpus rows of each query row, in the same order. Widths must agree.
[[nodiscard]] Result<NeighbourGraph> top_k(const MatrixView& queries, const MatrixView& corpus,
                                           const KnnOptions& options, const RunOptions& run);

// --- the seam: what rebuilds, increments and clusters share ---

// For each row of `a` its neighbours among the rows of `b`; rows of b are numbered from
// `b_first_row`, rows of a from `a_first_row`, and a pair of equal numbers is left out. A row that
// so has one candidate less than k ends in kNoNeighbour; merge() drops the fillers again.
[[nodiscard]] Result<NeighbourGraph> score_block(const MatrixView& a, std::size_t a_first_row,
                                                 const MatrixView& b, std::size_t b_first_row,
                                                 const KnnOptions& options, const RunOptions& run);

// The k best of two lists for each row (same n_rows; lists over disjoint sets of rows).
// kInvalidArgument when the row counts differ, k is 0, or a row has the same neighbour in both.
[[nodiscard]] Result<NeighbourGraph> merge(const NeighbourGraph& a, const NeighbourGraph& b,
                                           std::size_t k);

}  // namespace ragsieve
