#include "ragsieve/stats/tailed_null.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace ragsieve {
namespace {

constexpr std::size_t kLeastTail = 5;
constexpr std::size_t kTailOneIn = 100;
constexpr double kLeastScale = 1.0 / 20;  // of the way from the median to the tail

}  // namespace

Result<TailedNull> TailedNull::of(std::vector<double> sample) {
  if (sample.size() < kLeast) {
    return make_error(Code::kInvalidArgument, "found a sample of " + std::to_string(sample.size()) +
                                                  " values, expected at least " +
                                                  std::to_string(kLeast));
  }
  if (!std::all_of(sample.begin(), sample.end(), [](double x) { return std::isfinite(x); })) {
    return make_error(Code::kInvalidArgument, "found a value that is no finite number in a sample");
  }
  std::sort(sample.begin(), sample.end());
  TailedNull null;
  const std::size_t n = sample.size();
  null.n_tail_ = std::max(kLeastTail, n / kTailOneIn);
  null.start_ = sample[n - null.n_tail_];
  double excess = 0;
  for (std::size_t i = n - null.n_tail_; i < n; ++i) excess += sample[i] - null.start_;
  const double spread = null.start_ - sample[n / 2];
  null.scale_ = std::max({excess / static_cast<double>(null.n_tail_), spread * kLeastScale,
                          std::numeric_limits<double>::min()});
  null.ascending_ = std::move(sample);
  return null;
}

double TailedNull::tail_share() const {
  return static_cast<double>(n_tail_) / static_cast<double>(ascending_.size() + 1);
}

double TailedNull::p(double value) const {
  if (std::isnan(value)) return 1;
  if (value > start_) return tail_share() * std::exp(-(value - start_) / scale_);
  const auto first = std::lower_bound(ascending_.begin(), ascending_.end(), value);
  return static_cast<double>(ascending_.end() - first + 1) /
         static_cast<double>(ascending_.size() + 1);
}

double TailedNull::threshold(double alpha) const {
  const double infinity = std::numeric_limits<double>::infinity();
  if (!(alpha > 0 && alpha < 1)) return infinity;
  if (alpha < tail_share()) return start_ + scale_ * std::log(tail_share() / alpha);
  // At most `reached` values of the sample may be as large.
  const auto reached =
      static_cast<std::size_t>(alpha * static_cast<double>(ascending_.size() + 1)) - 1;
  if (reached < n_tail_) return std::nextafter(start_, infinity);
  return std::nextafter(ascending_[ascending_.size() - 1 - reached], infinity);
}

}  // namespace ragsieve
