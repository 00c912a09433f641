#include "ragsieve/stats/population_stability.h"

#include <cmath>
#include <numeric>

namespace ragsieve {
namespace {

constexpr double kSmoothing = 0.5;  // counts added to each bin

std::int64_t total_of(std::span<const std::int64_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

double share(std::int64_t count, std::int64_t total, std::size_t n_bins) {
  return (static_cast<double>(count) + kSmoothing) /
         (static_cast<double>(total) + kSmoothing * static_cast<double>(n_bins));
}

}  // namespace

double population_stability(std::span<const std::int64_t> reference,
                            std::span<const std::int64_t> actual) {
  const std::int64_t n_reference = total_of(reference);
  const std::int64_t n_actual = total_of(actual);
  double index = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const double r = share(reference[i], n_reference, reference.size());
    const double a = share(actual[i], n_actual, reference.size());
    index += (a - r) * std::log(a / r);
  }
  return index;
}

std::vector<std::size_t> equal_mass_bins(std::span<const std::int64_t> reference,
                                         std::size_t n_bins) {
  const double mass = static_cast<double>(total_of(reference)) / static_cast<double>(n_bins);
  std::vector<std::size_t> starts{0};
  double in_bin = 0;
  for (std::size_t i = 0; i + 1 < reference.size() && starts.size() < n_bins; ++i) {
    in_bin += static_cast<double>(reference[i]);
    const bool next_is_heavy = static_cast<double>(reference[i + 1]) >= mass && in_bin > 0;
    if (in_bin < mass && !next_is_heavy) continue;
    starts.push_back(i + 1);
    in_bin = 0;
  }
  return starts;
}

std::vector<std::int64_t> counts_of_bins(std::span<const std::int64_t> fine,
                                         std::span<const std::size_t> starts) {
  std::vector<std::int64_t> counts;
  for (std::size_t b = 0; b < starts.size(); ++b) {
    const std::size_t end = b + 1 < starts.size() ? starts[b + 1] : fine.size();
    counts.push_back(total_of(fine.subspan(starts[b], end - starts[b])));
  }
  return counts;
}

}  // namespace ragsieve
