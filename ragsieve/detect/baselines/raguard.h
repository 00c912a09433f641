// RAGuard (Cheng et al. 2025): a wider retrieval is filtered by three statistics, each against the
// quantile of the same statistic on clean text.
//   PD = perplexity of the first half of the tokens - perplexity of the second half
//   PM = the largest perplexity of a chunk
//   TS = the largest cosine to another passage of the retrieval
// A passage over any of the three 1 - 0.025 quantiles is dropped. The score is ours: the largest of
// the three in quantile units (the share of clean values below, equals half). Deviations: the LM is
// the project's own; perplexities come from one pass over the whole text, so that the second half
// is conditioned on the first; chunks are the two halves unless asked otherwise.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/detect/baselines/perplexity.h"
#include "ragsieve/detect/baselines/scored.h"

namespace ragsieve::baselines {

struct RaguardStatistics {
  double perplexity_difference = 0;  // PD
  double perplexity_max = 0;         // PM
  double similarity = 0;             // TS; 0 of a passage that is alone
};

struct RaguardOptions {
  double share = 0.025;      // of clean text over each threshold, (0, 1)
  std::size_t n_chunks = 2;  // of PM, from 1; fewer where there are fewer tokens
  [[nodiscard]] Status validate() const;
};

// Of each passage: nats[i] and row i of `vectors` belong together. kInvalidArgument: counts that
// differ, options; errors of PairCosines.
[[nodiscard]] Result<std::vector<RaguardStatistics>> raguard_statistics(
    std::span<const TokenNats> nats, const MatrixView& vectors, const RaguardOptions& options);

// The statistics of clean retrievals. A value; any thread may score.
class RaguardReference {
 public:
  // kInvalidArgument: no clean statistics, options.
  [[nodiscard]] static Result<RaguardReference> of(std::span<const RaguardStatistics> clean,
                                                   const RaguardOptions& options);
  [[nodiscard]] Scores score(std::span<const RaguardStatistics> passages) const;

 private:
  std::vector<double> difference_, max_, similarity_;  // ascending
  double share_ = 0;
};

}  // namespace ragsieve::baselines
