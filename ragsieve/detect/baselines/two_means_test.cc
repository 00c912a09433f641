#include "ragsieve/detect/baselines/two_means.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve::baselines {
namespace {

using testing::ElementsAre;

TEST(TwoMeans, PartsTwoGroups) {
  const DenseRows rows{5, 1, {9, 0, 10, 1, 11}};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_THAT(two_means(rows, 10, seed), ElementsAre(0, 1, 0, 1, 0));
  }
}

TEST(TwoMeans, KeepsTheStartOfLeastInertia) {
  // {0, 1, 2} and {10} has inertia 2; any other split has more.
  EXPECT_THAT(two_means(DenseRows{4, 1, {0, 1, 2, 10}}, 10, 0), ElementsAre(0, 0, 0, 1));
}

TEST(TwoMeans, EqualRowsAreOneCluster) {
  EXPECT_THAT(two_means(DenseRows{3, 2, {1, 2, 1, 2, 1, 2}}, 10, 0), ElementsAre(0, 0, 0));
}

TEST(TwoMeans, OneRowAndNone) {
  EXPECT_THAT(two_means(DenseRows{1, 1, {5}}, 10, 0), ElementsAre(0));
  EXPECT_TRUE(two_means(DenseRows{0, 1, {}}, 10, 0).empty());
}

}  // namespace
}  // namespace ragsieve::baselines
