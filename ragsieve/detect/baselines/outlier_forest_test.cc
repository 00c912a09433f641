#include "ragsieve/detect/baselines/outlier_forest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "ragsieve/detect/baselines/testing.h"

namespace ragsieve::baselines {
namespace {

using testing::HasSubstr;

TEST(OutlierForest, TheRowThatIsAloneScoresHighestAndIsFlagged) {
  Matrix rows = random_matrix(300, 4, 5);
  for (float& value : rows.row(17)) value = 30;
  const Scores scores = value_of(outlier_forest(rows.view(), {}, {}));
  const auto highest = std::ranges::max_element(scores, {}, &Scored::score);
  EXPECT_EQ(highest - scores.begin(), 17);
  EXPECT_TRUE(highest->flagged);
}

TEST(OutlierForest, TwoRowsByHand) {
  // Each tree holds both rows and one cut: depth 1, c(2) = 1, so 2^-1; not above .5.
  const Scores scores = value_of(outlier_forest(matrix(2, {0, 1, 1, 0}).view(), {}, {}));
  EXPECT_DOUBLE_EQ(scores[0].score, 0.5);
  EXPECT_FALSE(scores[0].flagged);
}

TEST(OutlierForest, LengthDoesNotCountWhereNormsAreKnown) {
  Matrix rows = random_matrix(100, 4, 6);
  const std::vector<double> ones = value_of(inverse_norms(rows.view(), {}));
  MatrixView view = rows.view();
  view.inverse_norms = ones;
  const Scores before = value_of(outlier_forest(view, {}, {}));
  for (float& value : rows.row(3)) value *= 8;
  const std::vector<double> norms = value_of(inverse_norms(rows.view(), {}));
  view.inverse_norms = norms;
  EXPECT_EQ(value_of(outlier_forest(view, {}, {}))[3].score, before[3].score);
}

TEST(OutlierForest, IsTheSameOnTwoThreads) {
  const Matrix rows = random_matrix(500, 6, 7);
  RunOptions two;
  two.threads = 2;
  const Scores one = value_of(outlier_forest(rows.view(), {}, {}));
  const Scores other = value_of(outlier_forest(rows.view(), {}, two));
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].score, other[i].score);
}

TEST(OutlierForest, RefusesNoRows) {
  const auto none = outlier_forest(Matrix{0, 2, {}}.view(), {}, {});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, Code::kInvalidArgument);
  EXPECT_THAT(none.error().message, HasSubstr("at least one row"));
}

}  // namespace
}  // namespace ragsieve::baselines
