// The cosines of every pair of a few vectors: what the peers that look at one retrieval result
// start from. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"

namespace ragsieve::baselines {

inline constexpr std::size_t kMostCandidates = 1024;  // of one retrieval result

class PairCosines {
 public:
  // n_rows x n_rows, of at most kMostCandidates rows. kInvalidInput as inverse_norms() for a row
  // that has no direction; kTooLarge.
  [[nodiscard]] static Result<PairCosines> of(const MatrixView& rows);

  [[nodiscard]] std::size_t size() const { return n_; }
  [[nodiscard]] double at(std::size_t i, std::size_t j) const { return values_[i * n_ + j]; }

  // Mean over the pairs among `rows`; 0 of fewer than two.
  [[nodiscard]] double density(const std::vector<std::size_t>& rows) const;

 private:
  std::size_t n_ = 0;
  std::vector<double> values_;
};

}  // namespace ragsieve::baselines
