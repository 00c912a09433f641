// What exact_knn.h is asked, in one value, for the two steps that answer it: proposals and
// decision.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/index/tile_kernel.h"
#include "ragsieve/index/tile_scan.h"

namespace ragsieve {

// Rows to find neighbours for, and rows to find them among. Neither is empty.
struct KnnTask {
  MatrixView rows;
  MatrixView others;
  bool same_matrix = false;            // rows are others: every pair serves both of its rows
  std::int64_t self_offset = kNoSelf;  // row r is row r + self_offset of the others
  std::size_t k = 0;                   // >= 1, at most what some row has candidates
  std::size_t block_rows = 0;
  TileKernel kernel;

  // The other that is `row` itself; beyond all others where there is none.
  [[nodiscard]] std::size_t self(std::size_t row) const {
    const std::int64_t self = static_cast<std::int64_t>(row) + self_offset;
    return self < 0 ? others.n_rows : std::min(static_cast<std::size_t>(self), others.n_rows);
  }
  // How many neighbours `row` gets.
  [[nodiscard]] std::size_t n_neighbours(std::size_t row) const {
    return std::min(k, others.n_rows - (self(row) < others.n_rows ? 1 : 0));
  }
};

}  // namespace ragsieve
