// For the tests of this folder: values out of results, matrices by hand and at random, and the
// neighbour graph of a matrix by brute force.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/detect/baselines/scored.h"
#include "ragsieve/index/brute_force.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/stats/random.h"

namespace ragsieve::baselines {

// Throws, and so fails the test, where there is none.
template <typename T>
T value_of(Result<T> result) {
  return std::move(result).value();
}

[[nodiscard]] inline Matrix matrix(std::size_t dim, std::initializer_list<float> values) {
  return Matrix{values.size() / dim, dim, values};
}

// Components uniform in [-1, 1).
[[nodiscard]] inline Matrix random_matrix(std::size_t n_rows, std::size_t dim, std::uint64_t seed) {
  Random random(seed);
  Matrix rows{n_rows, dim, std::vector<float>(n_rows * dim)};
  for (float& value : rows.values) value = static_cast<float>(2 * random.uniform() - 1);
  return rows;
}

[[nodiscard]] inline NeighbourGraph graph_of(const Matrix& rows, std::size_t k) {
  const std::vector<double> norms = value_of(inverse_norms(rows.view(), {}));
  MatrixView view = rows.view();
  view.inverse_norms = norms;
  return brute_force_graph(view, k);
}

[[nodiscard]] inline std::vector<bool> flags_of(const Scores& scores) {
  std::vector<bool> flags;
  for (const Scored& scored : scores) flags.push_back(scored.flagged);
  return flags;
}

}  // namespace ragsieve::baselines
