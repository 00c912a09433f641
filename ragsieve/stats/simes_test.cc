#include "ragsieve/stats/simes.h"

#include <gtest/gtest.h>

namespace ragsieve {
namespace {

TEST(Simes, NothingTestedIsOne) { EXPECT_EQ(simes({}), 1); }

TEST(Simes, OneValueIsItself) { EXPECT_EQ(simes({0.3}), 0.3); }

TEST(Simes, TakesTheBestScaledRankInAnyOrder) {
  EXPECT_DOUBLE_EQ(simes({0.5, 0.01, 0.02}), 0.03);  // 3 * 0.02 / 2 and 3 * 0.01 / 1
  EXPECT_DOUBLE_EQ(simes({0.04, 0.04, 0.04, 0.04}), 0.04);
  EXPECT_DOUBLE_EQ(simes({0.9, 0.2}), 0.4);
}

TEST(Simes, NeverExceedsOne) { EXPECT_EQ(simes({1.0, 1.0, 1.0}), 1); }

}  // namespace
}  // namespace ragsieve
