// 2-means of a few rows (Lloyd), from several starts drawn by k-means++ (Arthur and Vassilvitskii
// 2007); the start of least inertia is kept, the first of equals. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ragsieve::baselines {

// Row-major doubles.
struct DenseRows {
  std::size_t n_rows = 0;
  std::size_t dim = 0;
  std::vector<double> values;

  [[nodiscard]] const double* row(std::size_t i) const { return values.data() + i * dim; }
  [[nodiscard]] double* row(std::size_t i) { return values.data() + i * dim; }
};

// Cluster 0 or 1 of each row; row 0 is in cluster 0. All 0 where all rows are equal.
[[nodiscard]] std::vector<int> two_means(const DenseRows& rows, std::size_t n_starts,
                                         std::uint64_t seed);

}  // namespace ragsieve::baselines
