#include "ragsieve/detect/baselines/spherical_k_means.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "ragsieve/detect/option_error.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/stats/random.h"

namespace ragsieve::baselines {
namespace {

Matrix first_centres(const MatrixView& rows, const KMeansOptions& options) {
  Matrix centres{options.n_clusters, rows.dim, std::vector<float>(options.n_clusters * rows.dim)};
  std::vector<float> buffer(rows.dim);
  const std::vector<std::uint32_t> drawn = draw_rows(rows.n_rows, options.n_clusters, options.seed);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const double scale = rows.inverse_norms[drawn[i]];
    std::ranges::transform(rows.row(drawn[i], buffer), centres.row(i).begin(), [&](float value) {
      return static_cast<float>(static_cast<double>(value) * scale);
    });
  }
  return centres;
}

// Moves the rows; whether one moved.
Result<bool> assign(const MatrixView& rows, const Matrix& centres, const RunOptions& run,
                    std::vector<std::uint32_t>& cluster) {
  RAGSIEVE_TRY(const std::vector<double> norms, inverse_norms(centres.view(), run));
  MatrixView view = centres.view();
  view.inverse_norms = norms;
  KnnOptions options;
  options.k = 1;
  RAGSIEVE_TRY(const NeighbourGraph nearest, top_k(rows, view, options, run));
  bool moved = false;
  for (std::size_t row = 0; row < rows.n_rows; ++row) {
    const std::uint32_t found = nearest.of(row).front().row;
    moved |= found != cluster[row];
    cluster[row] = found;
  }
  return moved;
}

void move_centres(const MatrixView& rows, const std::vector<std::uint32_t>& cluster,
                  Matrix& centres) {
  std::vector<double> sums(centres.n_rows * rows.dim, 0);
  std::vector<float> buffer(rows.dim);
  for (std::size_t row = 0; row < rows.n_rows; ++row) {
    const std::span<const float> values = rows.row(row, buffer);
    double* sum = sums.data() + cluster[row] * rows.dim;
    const double scale = rows.inverse_norms[row];
    for (std::size_t c = 0; c < rows.dim; ++c) sum[c] += static_cast<double>(values[c]) * scale;
  }
  for (std::size_t i = 0; i < centres.n_rows; ++i) {
    const std::span<const double> sum = std::span(sums).subspan(i * rows.dim, rows.dim);
    const double norm = std::sqrt(std::inner_product(sum.begin(), sum.end(), sum.begin(), 0.0));
    if (!(norm > 0)) continue;
    std::ranges::transform(sum, centres.row(i).begin(),
                           [&](double value) { return static_cast<float>(value / norm); });
  }
}

}  // namespace

Status KMeansOptions::validate(std::size_t n_rows) const {
  if (n_clusters < 1 || n_clusters > n_rows) {
    return option_error("n_clusters", std::to_string(n_clusters),
                        "1 to " + std::to_string(n_rows) + ", the number of rows");
  }
  if (n_rounds < 1 || n_rounds > 1000) {
    return option_error("n_rounds", std::to_string(n_rounds), "1 to 1000");
  }
  return ok_status();
}

std::vector<std::uint32_t> draw_rows(std::size_t n, std::size_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> rows(n);
  std::iota(rows.begin(), rows.end(), 0U);
  Random random(seed);
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(rows[i], rows[i + random.below(n - i)]);
  }
  rows.resize(count);
  return rows;
}

Result<KMeansResult> spherical_k_means(const MatrixView& rows, const KMeansOptions& options,
                                       const RunOptions& run) {
  RAGSIEVE_CHECK(options.validate(rows.n_rows));
  if (rows.inverse_norms.size() != rows.n_rows) {
    return option_error("inverse_norms", std::to_string(rows.inverse_norms.size()),
                        std::to_string(rows.n_rows) + ", one for each row");
  }
  KMeansResult result{first_centres(rows, options),
                      std::vector<std::uint32_t>(rows.n_rows, UINT32_MAX)};
  for (std::size_t round = 0; round < options.n_rounds; ++round) {
    RAGSIEVE_TRY(const bool moved, assign(rows, result.centres, run, result.cluster));
    if (!moved) break;
    move_centres(rows, result.cluster, result.centres);
  }
  return result;
}

}  // namespace ragsieve::baselines
