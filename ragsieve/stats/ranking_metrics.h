// How well scores separate positives from negatives (methods.md section 5). Pure, thread-safe.
// Both are NaN when either side is empty or holds a NaN: an unscored document has no rank.
#pragma once

#include <span>

namespace ragsieve {

// Area under the ROC curve: P[positive > negative] + 0.5 P[equal].
[[nodiscard]] double auroc(std::span<const double> positives, std::span<const double> negatives);

// Detection at a removal budget: share of positives strictly above the
// (floor(budget * n_negatives) + 1)-th largest negative. Budget in [0, 1), NaN otherwise.
[[nodiscard]] double detection_at_budget(std::span<const double> positives,
                                         std::span<const double> negatives, double budget);

}  // namespace ragsieve
