// AHD, adversarial hub detection (the scanner of Habler et al. 2025): a document that is among the
// nearest of many queries, of many kinds, was made to be.
//   queries = half documents drawn at random, half centres of k-means over the documents (at most
//             a tenth of the documents; filled up with drawn documents), 10,000 together
//   rate    = sum over the queries that retrieve d among their k of max(0, cosine) / (rank + 1),
//             rank from 0, over the number of queries
//   z       = (rate - median) / (1.4826 MAD), cut at +-100
//   spread  = entropy of the query clusters that retrieve d / ln(number of clusters)
//   risk    = 0.6 z + 0.2 spread; stability and boilerplate, weights 0.2 and -0.3, are off
// Flagged where z >= 6 or the risk is within the top 0.1 % (the scanner's `hybrid` policy).
// Deviations: spherical k-means instead of mini-batch k-means for centres and query clusters; where
// the MAD is 0 (most documents are never retrieved) the mean absolute deviation times 1.2533 takes
// its place, so that the method is not blind there, as the original is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/detect/baselines/scored.h"

namespace ragsieve::baselines {

struct HubnessOptions {
  std::size_t n_queries = 10000;  // 2..1000000
  std::size_t k = 20;             // documents a query, 1..1024
  double z_weight = 0.6;
  double spread_weight = 0.2;
  double z_threshold = 6;
  double top_share = 0.001;  // [0, 1): of the risks, flagged whatever their z
  std::uint64_t seed = 42;
  [[nodiscard]] Status validate() const;
};

// A score (the risk) a row of `corpus`, which has inverse_norms. A corpus of one row scores 0.
// kInvalidArgument, kTooLarge, kCancelled.
[[nodiscard]] Result<Scores> hubness(const MatrixView& corpus, const HubnessOptions& options,
                                     const RunOptions& run);

// The z of each value against all of them, as above; zeros where all are equal.
[[nodiscard]] std::vector<double> robust_z(const std::vector<double>& values);

}  // namespace ragsieve::baselines
