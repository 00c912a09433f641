#include "ragsieve/detect/baselines/neighbour_distance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "ragsieve/detect/baselines/testing.h"

namespace ragsieve::baselines {
namespace {

using testing::HasSubstr;

// Two neighbours a row: 0, 1 and 2 within .1 of each other, 3 at .5 from 1 and .6 from 0.
NeighbourGraph three_and_one() {
  return NeighbourGraph{
      4, 2, {{1, 0.9}, {2, 0.9}, {0, 0.9}, {2, 0.9}, {0, 0.9}, {1, 0.9}, {1, 0.5}, {0, 0.4}}};
}

TEST(KnnDistance, IsOneMinusTheCosineOfTheFarthestNeighbour) {
  const Scores scores = value_of(knn_distance(three_and_one()));
  EXPECT_NEAR(scores[0].score, 0.1, 1e-15);
  EXPECT_NEAR(scores[2].score, 0.1, 1e-15);
  EXPECT_NEAR(scores[3].score, 0.6, 1e-15);
  EXPECT_FALSE(scores[3].flagged);
}

TEST(KnnDistance, IsNeverBelowZero) {
  const NeighbourGraph copies{2, 1, {{1, 1.0000000000000002}, {0, 1.0000000000000002}}};
  EXPECT_EQ(value_of(knn_distance(copies))[0].score, 0);
}

TEST(LocalOutlierFactor, ByHand) {
  const Scores scores = value_of(local_outlier_factor(three_and_one(), {}));
  // reach is .1 inside, so density 10; of row 3 it is (.5 + .6) / 2 = .55, so 10 * .55 = 5.5.
  EXPECT_NEAR(scores[0].score, 1, 1e-8);
  EXPECT_NEAR(scores[3].score, 5.5, 1e-7);
  EXPECT_FALSE(scores[0].flagged);
  EXPECT_TRUE(scores[3].flagged);
}

TEST(LocalOutlierFactor, ReachIsAtLeastTheNeighboursOwnDistance) {
  // Row 0 lies at .1 from row 1, but the nearest of row 1 is said to lie at .4.
  const NeighbourGraph chain{3, 1, {{1, 0.9}, {2, 0.6}, {1, 0.6}}};
  const Scores scores = value_of(local_outlier_factor(chain, {}));
  // Every reach is .4: all densities are equal.
  for (const Scored& scored : scores) EXPECT_NEAR(scored.score, 1, 1e-9);
}

TEST(LocalOutlierFactor, IsTheSameOnTwoThreads) {
  const NeighbourGraph graph = graph_of(random_matrix(700, 8, 3), 20);
  const Scores one = value_of(local_outlier_factor(graph, {}));
  RunOptions two;
  two.threads = 2;
  const Scores other = value_of(local_outlier_factor(graph, two));
  for (std::size_t row = 0; row < one.size(); ++row) EXPECT_EQ(one[row].score, other[row].score);
}

TEST(NeighbourDistance, AloneIsOrdinary) {
  const NeighbourGraph alone{1, 0, {}};
  EXPECT_EQ(value_of(knn_distance(alone))[0].score, 0);
  EXPECT_EQ(value_of(local_outlier_factor(alone, {}))[0].score, 1);
}

TEST(NeighbourDistance, RefusesAGraphThatDoesNotHoldTogether) {
  const auto few = knn_distance(NeighbourGraph{2, 1, {{1, 0.5}}});
  ASSERT_FALSE(few.ok());
  EXPECT_EQ(few.error().code, Code::kInvalidArgument);
  EXPECT_THAT(few.error().message, HasSubstr("expected 2 entries"));
  const auto strange = local_outlier_factor(NeighbourGraph{2, 1, {{1, 0.5}, {2, 0.5}}}, {});
  ASSERT_FALSE(strange.ok());
  EXPECT_THAT(strange.error().message, HasSubstr("row 2, expected rows below 2"));
}

}  // namespace
}  // namespace ragsieve::baselines
