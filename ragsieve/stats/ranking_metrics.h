// How well scores separate positives from negatives (methods.md section 5). Pure, thread-safe.
#pragma once

#include <span>

namespace ragsieve {

// Area under the ROC curve: P[positive > negative] + 0.5 P[equal]. NaN when either is empty.
[[nodiscard]] double auroc(std::span<const double> positives, std::span<const double> negatives);

// Detection at a removal budget: share of positives strictly above the
// (floor(budget * n_negatives) + 1)-th largest negative. NaN when either is empty; budget in [0, 1).
[[nodiscard]] double detection_at_budget(std::span<const double> positives,
                                         std::span<const double> negatives, double budget);

}  // namespace ragsieve
