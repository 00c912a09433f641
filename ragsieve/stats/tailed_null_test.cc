#include "ragsieve/stats/tailed_null.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace ragsieve {
namespace {

std::vector<double> from_one_to(int n) {
  std::vector<double> values;
  for (int i = n; i >= 1; --i) values.push_back(i);
  return values;
}

TEST(TailedNull, CountsTheSampleBelowTheTail) {
  const auto null = TailedNull::of(from_one_to(999));
  ASSERT_TRUE(null.ok());
  EXPECT_DOUBLE_EQ(null->p(1), 1.0);
  EXPECT_DOUBLE_EQ(null->p(-5), 1.0);
  EXPECT_DOUBLE_EQ(null->p(900.5), 100.0 / 1000);
  EXPECT_DOUBLE_EQ(null->p(991), 10.0 / 1000);  // the start: the ninth largest, and one
  EXPECT_DOUBLE_EQ(null->p(std::nan("")), 1.0);
}

TEST(TailedNull, FallsExponentiallyBeyondItsLargestHundredth) {
  const auto null = TailedNull::of(from_one_to(999));
  ASSERT_TRUE(null.ok());
  // u = 991, m = 9, mean excess (0 + 1 + ... + 8) / 9 = 4; a twentieth of the way from the median
  // is 491 / 20 and larger.
  const double scale = 491.0 / 20;
  EXPECT_DOUBLE_EQ(null->p(1000), 9.0 / 1000 * std::exp(-9 / scale));
  EXPECT_DOUBLE_EQ(null->p(5000), 9.0 / 1000 * std::exp(-4009 / scale));
  EXPECT_EQ(null->p(std::numeric_limits<double>::infinity()), 0);
}

TEST(TailedNull, HasTheMeanExcessOfALongTailAsScale) {
  std::vector<double> values(495, 0.0);
  for (const double x : {1.0, 3.0, 5.0, 7.0, 9.0}) values.push_back(x);
  const auto null = TailedNull::of(values);
  ASSERT_TRUE(null.ok());
  EXPECT_DOUBLE_EQ(null->p(21), 5.0 / 501 * std::exp(-20.0 / 4));
}

TEST(TailedNull, NeverRises) {
  std::vector<double> values(300, 1.0);
  values.resize(400, 2.0);
  const auto null = TailedNull::of(values);
  ASSERT_TRUE(null.ok());
  double before = 1;
  for (double x = -1; x < 5; x += 0.01) {
    EXPECT_LE(null->p(x), before) << x;
    before = null->p(x);
  }
}

TEST(TailedNull, TheThresholdIsTheSmallestValueAsRareAsAlpha) {
  const auto null = TailedNull::of(from_one_to(999));
  ASSERT_TRUE(null.ok());
  for (const double alpha : {0.5, 0.05, 0.0201, 0.01, 0.009, 0.001, 1e-9}) {
    const double found = null->threshold(alpha);
    EXPECT_LE(null->p(found), alpha * (1 + 1e-9)) << alpha;
    EXPECT_GT(null->p(std::nextafter(found, 0) - 1e-9), alpha * (1 - 1e-9)) << alpha;
  }
  EXPECT_TRUE(std::isinf(null->threshold(0)));
}

TEST(TailedNull, RefusesASampleThatSaysNothing) {
  const auto few = TailedNull::of(from_one_to(99));
  ASSERT_FALSE(few.ok());
  EXPECT_EQ(few.error().code, Code::kInvalidArgument);
  EXPECT_NE(few.error().message.find("99 values, expected at least 100"), std::string::npos);
  std::vector<double> values = from_one_to(200);
  values[7] = std::numeric_limits<double>::infinity();
  const auto infinite = TailedNull::of(values);
  ASSERT_FALSE(infinite.ok());
  EXPECT_NE(infinite.error().message.find("no finite number"), std::string::npos);
}

TEST(TailedNull, OfEqualValuesIsAStep) {
  const auto null = TailedNull::of(std::vector<double>(150, 2.0));
  ASSERT_TRUE(null.ok());
  EXPECT_DOUBLE_EQ(null->p(2), 1.0);
  EXPECT_LT(null->p(2.001), 1e-100);
}

}  // namespace
}  // namespace ragsieve
