#include "ragsieve/stats/percentile.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace ragsieve {

double percentile(std::span<const double> ascending, double percent) {
  if (ascending.empty() || !(percent >= 0 && percent <= 100)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const double place = percent / 100 * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  const double share = place - static_cast<double>(below);
  // From the nearer end, so that equal neighbours give their value exactly.
  const double step = ascending[above] - ascending[below];
  return share < 0.5 ? ascending[below] + share * step : ascending[above] - (1 - share) * step;
}

double percentile_of(std::span<const double> ascending, double value) {
  if (ascending.empty() || std::isnan(value)) return std::numeric_limits<double>::quiet_NaN();
  const auto [first, last] = std::equal_range(ascending.begin(), ascending.end(), value);
  const auto below = static_cast<double>(first - ascending.begin());
  const auto equal = static_cast<double>(last - first);
  return 100 * (below + equal / 2) / static_cast<double>(ascending.size());
}

}  // namespace ragsieve
