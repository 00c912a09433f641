// The doors of exact_knn.h with the tile kernel as an argument: tests give kernels that lie.
#pragma once

#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/tile_kernel.h"

namespace ragsieve {

// A block of rows of a corpus and the number of its first row.
struct NumberedRows {
  MatrixView rows;
  std::size_t first_row = 0;
};

[[nodiscard]] Result<NeighbourGraph> score_block_with(const TileKernel& kernel,
                                                      const NumberedRows& a, const NumberedRows& b,
                                                      const KnnOptions& options,
                                                      const RunOptions& run);

[[nodiscard]] Result<NeighbourGraph> top_k_with(const TileKernel& kernel, const MatrixView& queries,
                                                const MatrixView& corpus, const KnnOptions& options,
                                                const RunOptions& run);

}  // namespace ragsieve
