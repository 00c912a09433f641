#include "ragsieve/index/unit_rows.h"

#include <algorithm>
#include <vector>

#include "ragsieve/index/wide_row.h"

namespace ragsieve {
namespace {

// `out` may be the place of the row itself (widened float16).
void scale(std::span<const float> row, double factor, float* out) {
  for (std::size_t c = 0; c < row.size(); ++c) {
    out[c] = static_cast<float>(static_cast<double>(row[c]) * factor);
  }
}

// kRowGroup rows of `dim` in a row to their interleaved form.
void interleave(const float* rows, std::size_t dim, float* out) {
  for (std::size_t c = 0; c < dim; ++c) {
    for (std::size_t r = 0; r < kRowGroup; ++r) out[c * kRowGroup + r] = rows[r * dim + c];
  }
}

}  // namespace

void load_unit_rows(const RowSelection& rows, RowLayout layout, float* out) {
  const MatrixView& matrix = *rows.matrix;
  const std::size_t dim = matrix.dim;
  const bool interleaved = layout == RowLayout::kInterleaved;
  std::vector<float> group(interleaved ? kRowGroup * dim : 0);
  for (std::size_t start = 0; start < padded_rows(rows.count); start += kRowGroup) {
    float* place = interleaved ? group.data() : out + start * dim;
    const std::size_t n_rows = std::min(kRowGroup, rows.count - start);
    for (std::size_t r = 0; r < n_rows; ++r) {
      const std::size_t row = rows.row(start + r);
      const std::span<float> target(place + r * dim, dim);
      scale(wide_row(matrix, row, target), matrix.inverse_norms[row], target.data());
    }
    std::fill(place + n_rows * dim, place + kRowGroup * dim, 0.0F);
    if (interleaved) interleave(place, dim, out + start * dim);
  }
}

}  // namespace ragsieve
