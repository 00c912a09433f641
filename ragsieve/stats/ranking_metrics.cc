#include "ragsieve/stats/ranking_metrics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace ragsieve {
namespace {

bool comparable(std::span<const double> scores) {
  return !scores.empty() &&
         std::none_of(scores.begin(), scores.end(), [](double score) { return std::isnan(score); });
}

}  // namespace

double auroc(std::span<const double> positives, std::span<const double> negatives) {
  if (!comparable(positives) || !comparable(negatives)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  std::vector<double> sorted(negatives.begin(), negatives.end());
  std::sort(sorted.begin(), sorted.end());
  std::uint64_t half_wins = 0;  // a win counts two, a tie one: exact in integers
  for (const double positive : positives) {
    const auto [below, above] = std::equal_range(sorted.begin(), sorted.end(), positive);
    half_wins += static_cast<std::uint64_t>((below - sorted.begin()) + (above - sorted.begin()));
  }
  const double pairs = static_cast<double>(positives.size()) * static_cast<double>(sorted.size());
  return static_cast<double>(half_wins) / (2 * pairs);
}

double detection_at_budget(std::span<const double> positives, std::span<const double> negatives,
                           double budget) {
  if (!comparable(positives) || !comparable(negatives)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (!(budget >= 0 && budget < 1)) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> descending(negatives.begin(), negatives.end());
  const double removed = std::floor(budget * static_cast<double>(descending.size()));
  const auto threshold = descending.begin() + static_cast<std::ptrdiff_t>(removed);
  std::nth_element(descending.begin(), threshold, descending.end(), std::greater<>());
  const auto detected = std::count_if(positives.begin(), positives.end(),
                                      [&](double positive) { return positive > *threshold; });
  return static_cast<double>(detected) / static_cast<double>(positives.size());
}

}  // namespace ragsieve
