#include "ragsieve/stats/hypergeometric.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ragsieve {
namespace {

// The distribution as weights relative to a start near its mode, so that no weight overflows and
// every sum is one of positive terms: P[X = j + 1] / P[X = j] needs no factorial.
struct Distribution {
  double n, successes, draws;

  [[nodiscard]] double ratio_up(double j) const {  // P[j + 1] / P[j]
    return (successes - j) * (draws - j) / ((j + 1) * (n - successes - draws + j + 1));
  }
  [[nodiscard]] double mode() const { return std::floor((successes + 1) * (draws + 1) / (n + 2)); }
};

struct Sums {
  double tail = 0;
  double total = 0;

  void add(double weight, bool in_tail) {
    total += weight;
    if (in_tail) tail += weight;
  }
};

}  // namespace

double hypergeometric_tail(std::uint64_t n, std::uint64_t successes, std::uint64_t draws,
                           std::uint64_t x) {
  if (successes > n || draws > n) return std::numeric_limits<double>::quiet_NaN();
  const std::uint64_t lowest = draws > n - successes ? draws - (n - successes) : 0;
  const std::uint64_t highest = std::min(successes, draws);
  if (x <= lowest) return 1;
  if (x > highest) return 0;

  const Distribution distribution{static_cast<double>(n), static_cast<double>(successes),
                                  static_cast<double>(draws)};
  const std::uint64_t start =
      std::clamp(static_cast<std::uint64_t>(distribution.mode()), lowest, highest);
  Sums sums;
  sums.add(1, start >= x);
  double weight = 1;
  for (std::uint64_t j = start; j < highest && weight > 0; ++j) {
    weight *= distribution.ratio_up(static_cast<double>(j));
    sums.add(weight, j + 1 >= x);
  }
  weight = 1;
  for (std::uint64_t j = start; j > lowest && weight > 0; --j) {
    weight /= distribution.ratio_up(static_cast<double>(j - 1));
    sums.add(weight, j - 1 >= x);
  }
  return sums.tail / sums.total;
}

double log_binomial(std::uint64_t n, std::uint64_t k) {
  if (k > n) return std::numeric_limits<double>::quiet_NaN();
  k = std::min(k, n - k);
  double log = 0;
  // C(n - k + i, i) for growing i: an exact integer while it fits, folded into the logarithm
  // before it can overflow.
  double product = 1;
  for (std::uint64_t i = 1; i <= k; ++i) {
    product *= static_cast<double>(n - k + i);
    product /= static_cast<double>(i);
    if (product > 1e250) {
      log += std::log(product);
      product = 1;
    }
  }
  return log + std::log(product);
}

}  // namespace ragsieve
