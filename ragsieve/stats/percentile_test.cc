#include "ragsieve/stats/percentile.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace ragsieve {
namespace {

const std::vector<double> kSample = {1, 2, 4, 8};

TEST(Percentile, LiesBetweenTheNearestValues) {
  EXPECT_EQ(percentile(kSample, 0), 1);
  EXPECT_EQ(percentile(kSample, 100), 8);
  EXPECT_DOUBLE_EQ(percentile(kSample, 50), 3);
  EXPECT_DOUBLE_EQ(percentile(kSample, 99), 7.88);  // numpy.percentile([1, 2, 4, 8], 99)
  EXPECT_DOUBLE_EQ(percentile(kSample, 10), 1.3);
}

TEST(Percentile, OneValueIsEveryPercentile) {
  const std::vector<double> one = {3};
  for (const double percent : {0.0, 37.5, 100.0}) EXPECT_EQ(percentile(one, percent), 3);
}

TEST(Percentile, EqualNeighboursGiveTheirValueExactly) {
  const std::vector<double> equal(7, 0.1);
  for (int percent = 0; percent <= 100; ++percent) EXPECT_EQ(percentile(equal, percent), 0.1);
}

TEST(Percentile, WithoutAnAnswerIsNaN) {
  EXPECT_TRUE(std::isnan(percentile({}, 50)));
  EXPECT_TRUE(std::isnan(percentile(kSample, -1)));
  EXPECT_TRUE(std::isnan(percentile(kSample, 100.5)));
  EXPECT_TRUE(std::isnan(percentile(kSample, std::numeric_limits<double>::quiet_NaN())));
}

TEST(PercentileOf, CountsBelowAndHalfOfTheEquals) {
  EXPECT_EQ(percentile_of(kSample, 0), 0);
  EXPECT_EQ(percentile_of(kSample, 1), 12.5);
  EXPECT_EQ(percentile_of(kSample, 3), 50);
  EXPECT_EQ(percentile_of(kSample, 9), 100);
  EXPECT_EQ(percentile_of(std::vector<double>(4, 2.0), 2), 50);
}

TEST(PercentileOf, WithoutAnAnswerIsNaN) {
  EXPECT_TRUE(std::isnan(percentile_of({}, 1)));
  EXPECT_TRUE(std::isnan(percentile_of(kSample, std::numeric_limits<double>::quiet_NaN())));
}

}  // namespace
}  // namespace ragsieve
