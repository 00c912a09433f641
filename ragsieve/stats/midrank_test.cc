#include "ragsieve/stats/midrank.h"

#include <gtest/gtest.h>

#include <vector>

namespace ragsieve {
namespace {

TEST(Midrank, CountsHigherValuesAndHalfOfTheTies) {
  EXPECT_DOUBLE_EQ(midrank(0.3, std::vector<double>{0.1, 0.3, 0.3, 0.9}), 0.5);
  EXPECT_DOUBLE_EQ(midrank(0.2, std::vector<double>(15, 0.9)), 15.5 / 16);
}

TEST(Midrank, TopOfTheTailIsTheSmallestValue) {
  EXPECT_DOUBLE_EQ(midrank(1, std::vector<double>(15, 0)), 1.0 / 32);
}

TEST(Midrank, AllTiesAreOneHalf) { EXPECT_DOUBLE_EQ(midrank(0, std::vector<double>(15, 0)), 0.5); }

TEST(Midrank, WithoutReferenceIsOneHalf) { EXPECT_DOUBLE_EQ(midrank(3, {}), 0.5); }

}  // namespace
}  // namespace ragsieve
