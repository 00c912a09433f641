// The figures of a detector on one attack (methods.md section 5) from scores alone: AUROC,
// detection at a clean removal budget, and what the detector's own threshold removes. Pure,
// thread-safe.
#pragma once

#include <cstddef>
#include <span>

#include "eval/measures/bootstrap.h"

namespace ragsieve::eval {

struct DetectionOptions {
  double budget = 0.05;               // clean removal, [0, 1)
  std::size_t fewest_positives = 20;  // below it there is no figure
  BootstrapOptions bootstrap{};
  [[nodiscard]] Status validate() const;  // kInvalidArgument
};

struct DetectionFigures {
  std::size_t n_positives = 0;
  std::size_t n_negatives = 0;
  bool too_few = true;   // then the figures are NaN
  double auroc = 0;      // ties count half
  double detection = 0;  // share of positives strictly above the (floor(budget n) + 1)-th largest
                         // negative
  DetectionIntervals intervals;
};

// Options must be valid. NaN figures where a score is NaN: an unscored document has no rank.
[[nodiscard]] DetectionFigures detection_figures(std::span<const double> positives,
                                                 std::span<const double> negatives,
                                                 const DetectionOptions& options);

// How many of a set a threshold removed.
struct Removed {
  std::size_t n_removed = 0;
  std::size_t n = 0;
  void add(bool removed) {
    n_removed += removed ? 1 : 0;
    ++n;
  }
  // n_removed / n; NaN of none.
  [[nodiscard]] double rate() const;
  [[nodiscard]] Interval interval(const BootstrapOptions& options) const;
};

}  // namespace ragsieve::eval
