#include "ragsieve/detect/baselines/pair_cosines.h"

#include <string>

#include "ragsieve/index/similarity.h"

namespace ragsieve::baselines {

Result<PairCosines> PairCosines::of(const MatrixView& rows) {
  if (rows.n_rows > kMostCandidates) {
    return make_error(Code::kTooLarge, "a retrieval result holds " + std::to_string(rows.n_rows) +
                                           " candidates, at most " +
                                           std::to_string(kMostCandidates) + " are compared");
  }
  RAGSIEVE_TRY(const std::vector<double> norms, inverse_norms(rows, {}));
  PairCosines pairs;
  pairs.n_ = rows.n_rows;
  pairs.values_.assign(rows.n_rows * rows.n_rows, 1);
  std::vector<float> buffer_i(rows.dim);
  std::vector<float> buffer_j(rows.dim);
  for (std::size_t i = 0; i < rows.n_rows; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double value = cosine(rows.row(i, buffer_i), norms[i], rows.row(j, buffer_j), norms[j]);
      pairs.values_[i * pairs.n_ + j] = value;
      pairs.values_[j * pairs.n_ + i] = value;
    }
  }
  return pairs;
}

double PairCosines::density(const std::vector<std::size_t>& rows) const {
  if (rows.size() < 2) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = i + 1; j < rows.size(); ++j) sum += at(rows[i], rows[j]);
  }
  return sum / (static_cast<double>(rows.size() * (rows.size() - 1)) / 2);
}

}  // namespace ragsieve::baselines
