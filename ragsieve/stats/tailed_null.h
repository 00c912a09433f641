// The distribution of a score among unsuspicious things, from a sample of them: ranks where the
// sample is dense, an exponential tail (peaks over a threshold, Pickands 1975, with shape 0) beyond
// its largest 1 %. So a value that no clean thing reaches still says how far away it is. Immutable,
// thread-safe.
#pragma once

#include <vector>

#include "ragsieve/base/result.h"

namespace ragsieve {

class TailedNull {
 public:
  static constexpr std::size_t kLeast = 100;  // values of a sample

  // Of n finite values. The tail starts at the m-th largest, u, m = max(5, n / 100); its scale is
  // the mean excess over u of the m largest, at least a twentieth of the way from the median to u.
  // kInvalidArgument with fewer than kLeast values or one that is not finite.
  [[nodiscard]] static Result<TailedNull> of(std::vector<double> sample);

  // P[X >= value]: (1 + #{x >= value}) / (n + 1) up to u, beyond it m / (n + 1) * exp(-(value - u)
  // / scale). Never rises with `value`; 1 for NaN.
  [[nodiscard]] double p(double value) const;

  // The smallest value whose p is at most `alpha`, (0, 1); infinity where there is none.
  [[nodiscard]] double threshold(double alpha) const;

  [[nodiscard]] std::size_t size() const { return ascending_.size(); }

 private:
  TailedNull() = default;
  [[nodiscard]] double tail_share() const;
  std::vector<double> ascending_;
  std::size_t n_tail_ = 0;
  double start_ = 0;
  double scale_ = 1;
};

}  // namespace ragsieve
