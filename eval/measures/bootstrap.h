// Percentile bootstrap intervals (Efron 1979): the sample is drawn again with replacement, and the
// figure's own spread over the draws is its interval. Seeded: the same sample, options and seed
// give the same interval on every machine. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ragsieve/base/result.h"

namespace ragsieve::eval {

struct BootstrapOptions {
  std::size_t n_draws = 1000;  // 1..100000; time grows with it
  double level = 0.95;         // (0, 1): share of the draws inside
  std::uint64_t seed = 0;
  [[nodiscard]] Status validate() const;  // kInvalidArgument
};

struct Interval {
  double low = 0;
  double high = 0;
  bool operator==(const Interval&) const = default;
};

// Of the mean of `values`; NaN of none. Options must be valid.
[[nodiscard]] Interval bootstrap_mean(std::span<const double> values,
                                      const BootstrapOptions& options);

struct DetectionIntervals {
  Interval auroc;
  Interval detection;  // at the budget
};

// Of AUROC and of detection at a clean removal budget, positives and negatives drawn apart; the
// threshold is that of the drawn negatives. NaN where either side is empty or holds a NaN. Time
// O((p + n) (draws + log)). Options must be valid, the budget in [0, 1).
[[nodiscard]] DetectionIntervals bootstrap_detection(std::span<const double> positives,
                                                     std::span<const double> negatives,
                                                     double budget,
                                                     const BootstrapOptions& options);

}  // namespace ragsieve::eval
