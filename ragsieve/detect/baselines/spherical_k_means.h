// k-means on the sphere (Dhillon and Modha 2001): rows go to the centre of largest cosine, centres
// are the normalised means of their rows. For large sets: the search is that of exact_knn.h. The
// same result at any thread count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"

namespace ragsieve::baselines {

struct KMeansOptions {
  std::size_t n_clusters = 2;  // 1..the number of rows
  std::size_t n_rounds = 20;   // at most, 1..1000; ends when no row moves
  std::uint64_t seed = 0;      // the first centres are distinct rows drawn with it
  [[nodiscard]] Status validate(std::size_t n_rows) const;
};

struct KMeansResult {
  Matrix centres;                      // unit rows; a centre that lost every row stays where it was
  std::vector<std::uint32_t> cluster;  // of each row
};

// `rows` with inverse_norms. kInvalidArgument, kTooLarge, kCancelled.
[[nodiscard]] Result<KMeansResult> spherical_k_means(const MatrixView& rows,
                                                     const KMeansOptions& options,
                                                     const RunOptions& run);

// `count` of 0..n-1 without repeats, in the order drawn; count <= n.
[[nodiscard]] std::vector<std::uint32_t> draw_rows(std::size_t n, std::size_t count,
                                                   std::uint64_t seed);

}  // namespace ragsieve::baselines
