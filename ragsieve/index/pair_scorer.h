// The pair function over two matrices, and its check on the proposals: every pair that is decided
// shows whether its approximate value kept within the stated bound.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/index/candidate_lists.h"
#include "ragsieve/index/neighbour_graph.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/index/wide_row.h"

namespace ragsieve {

// One thread at a time; the matrices outlive it.
class PairScorer {
 public:
  PairScorer(const MatrixView& rows, const MatrixView& others, double bound)
      : rows_(rows), others_(others), bound_(bound), row_buffer_(rows.dim), buffer_(rows.dim) {}

  // The row that score() compares with.
  void select(std::size_t row) {
    row_ = wide_row(rows_, row, row_buffer_);
    inverse_norm_ = rows_.inverse_norms[row];
  }

  // Starts to fetch a row that score() will soon be asked for; what lies far apart in memory would
  // otherwise cost more to fetch than to multiply.
  void prefetch(std::uint32_t row) const {
    const std::size_t n_bytes = others_.dim * (others_.scalar == Scalar::kFloat32 ? 4 : 2);
    const char* data = static_cast<const char*>(others_.data) + row * n_bytes;
    for (std::size_t byte = 0; byte < n_bytes; byte += 64) __builtin_prefetch(data + byte);
  }

  [[nodiscard]] Neighbour score(Candidate candidate) {
    const std::span<const float> other = wide_row(others_, candidate.row, buffer_);
    const double value = cosine(row_, inverse_norm_, other, others_.inverse_norms[candidate.row]);
    // Written so that NaN is out of bounds.
    within_bound_ &= std::fabs(value - static_cast<double>(candidate.value)) <= bound_;
    return {candidate.row, value};
  }

  [[nodiscard]] bool within_bound() const { return within_bound_; }

 private:
  const MatrixView& rows_;
  const MatrixView& others_;
  double bound_;
  std::vector<float> row_buffer_;
  std::vector<float> buffer_;
  std::span<const float> row_;
  double inverse_norm_ = 0;
  bool within_bound_ = true;
};

}  // namespace ragsieve
