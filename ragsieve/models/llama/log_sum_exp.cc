#include "ragsieve/models/llama/log_sum_exp.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace ragsieve {
namespace {

constexpr std::size_t kLanes = 16;

// exp(x) for x <= 0: 2^n * e^f with |f| <= ln(2)/2 by a degree-6 polynomial (the Taylor series
// of e^f; its remainder is below 2^-22). Below -87 the result is 0.
float exp_of_negative(float x) {
  const float clamped = std::max(x, -87.0F);
  const float scaled = clamped * 1.44269504F;
  const auto whole = static_cast<std::int32_t>(scaled - 0.5F);  // rounds: scaled is negative
  const float f = (clamped - static_cast<float>(whole) * 0.693359375F) -
                  static_cast<float>(whole) * -2.12194440e-4F;
  float sum = 1.0F / 720;
  sum = sum * f + 1.0F / 120;
  sum = sum * f + 1.0F / 24;
  sum = sum * f + 1.0F / 6;
  sum = sum * f + 0.5F;
  sum = sum * f + 1.0F;
  sum = sum * f + 1.0F;
  const auto power = std::bit_cast<float>(static_cast<std::uint32_t>(whole + 127) << 23U);
  return x < -87.0F ? 0.0F : sum * power;
}

}  // namespace

double log_sum_exp(std::span<const float> values) {
  if (values.empty()) return -std::numeric_limits<double>::infinity();
  std::array<float, kLanes> largest;
  largest.fill(-std::numeric_limits<float>::infinity());
  float poison = 0;  // becomes NaN when a value is not finite
  const std::size_t even = values.size() / kLanes * kLanes;
  for (std::size_t i = 0; i < even; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      largest[lane] = std::max(largest[lane], values[i + lane]);
      poison += values[i + lane] * 0.0F;
    }
  }
  for (std::size_t i = even; i < values.size(); ++i) {
    largest[0] = std::max(largest[0], values[i]);
    poison += values[i] * 0.0F;
  }
  if (std::isnan(poison)) return std::numeric_limits<double>::quiet_NaN();
  const float top = *std::ranges::max_element(largest);
  std::array<double, kLanes> sums{};
  for (std::size_t i = 0; i < even; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      sums[lane] += exp_of_negative(values[i + lane] - top);
    }
  }
  double sum = 0;
  for (const double lane : sums) sum += lane;
  for (std::size_t i = even; i < values.size(); ++i) sum += exp_of_negative(values[i] - top);
  return static_cast<double>(top) + std::log(sum);
}

}  // namespace ragsieve
