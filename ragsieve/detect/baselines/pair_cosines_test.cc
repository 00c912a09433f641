#include "ragsieve/detect/baselines/pair_cosines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/detect/baselines/testing.h"

namespace ragsieve::baselines {
namespace {

using testing::HasSubstr;

TEST(PairCosines, AreSymmetricAndOfAnyLength) {
  const PairCosines pairs = value_of(PairCosines::of(matrix(2, {2, 0, 0, 1, 3, 3}).view()));
  EXPECT_EQ(pairs.at(0, 0), 1);
  EXPECT_EQ(pairs.at(0, 1), 0);
  EXPECT_NEAR(pairs.at(0, 2), std::sqrt(0.5), 1e-12);
  EXPECT_EQ(pairs.at(2, 1), pairs.at(1, 2));
}

TEST(PairCosines, DensityIsTheMeanOfThePairs) {
  const PairCosines pairs = value_of(PairCosines::of(matrix(2, {2, 0, 0, 1, 3, 3}).view()));
  EXPECT_NEAR(pairs.density({0, 1, 2}), 2 * std::sqrt(0.5) / 3, 1e-12);
  EXPECT_EQ(pairs.density({1}), 0);
}

TEST(PairCosines, RefuseAZeroRowAndTooMany) {
  const auto zero = PairCosines::of(matrix(2, {1, 0, 0, 0}).view());
  ASSERT_FALSE(zero.ok());
  EXPECT_EQ(zero.error().code, Code::kInvalidInput);
  const auto many = PairCosines::of(random_matrix(kMostCandidates + 1, 1, 1).view());
  ASSERT_FALSE(many.ok());
  EXPECT_EQ(many.error().code, Code::kTooLarge);
  EXPECT_THAT(many.error().message, HasSubstr("1025 candidates, at most 1024"));
}

}  // namespace
}  // namespace ragsieve::baselines
