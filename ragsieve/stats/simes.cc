#include "ragsieve/stats/simes.h"

#include <algorithm>

namespace ragsieve {

double simes(std::vector<double> p_values) {
  std::sort(p_values.begin(), p_values.end());
  const auto n_values = static_cast<double>(p_values.size());
  double combined = 1;
  double rank = 0;
  for (const double p : p_values) {
    ++rank;
    combined = std::min(combined, n_values * p / rank);
  }
  return combined;
}

}  // namespace ragsieve
