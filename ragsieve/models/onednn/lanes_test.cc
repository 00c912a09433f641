#include "ragsieve/models/onednn/lanes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ragsieve {
namespace {

float first_of(const Lanes& lanes) {
  float values[kLanes];
  store_lanes(values, lanes);
  return values[0];
}

TEST(Lanes, ExponentialIsNearTheExactOne) {
  for (double x = 0; x >= -86.9; x -= 0.0137) {
    const auto given = static_cast<float>(x);
    const double exact = std::exp(static_cast<double>(given));
    ASSERT_NEAR(first_of(exp_of_negative(Lanes{} + given)) / exact, 1, 3e-7) << given;
  }
}

TEST(Lanes, ExponentialOfVeryLittleStaysFinite) {
  EXPECT_EQ(first_of(exp_of_negative(Lanes{})), 1.0F);
  EXPECT_NEAR(first_of(exp_of_negative(Lanes{} - 1e30F)), 0, 2e-38);
  EXPECT_GT(first_of(exp_of_negative(Lanes{} - 1e30F)), 0);
}

TEST(Lanes, SumTakesEveryLaneOnce) {
  float powers[kLanes];
  for (std::size_t i = 0; i < kLanes; ++i) powers[i] = static_cast<float>(1 << i);
  EXPECT_EQ(sum_of_lanes(load_lanes(powers)), 65535.0F);
}

}  // namespace
}  // namespace ragsieve
