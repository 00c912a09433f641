#include "eval/measures/answer_figures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace ragsieve::eval {
namespace {

const double kNone = std::nan("");

TEST(AnswerFigures, AreMeansOverTheQueriesThatHaveAValue) {
  const std::vector<AnswerValues> queries{
      {0.5, 0.25, 1, 1, 0, 0.2}, {kNone, 0.75, 0, 1, kNone, 0.4}, {1, 0.5, 0, 1, 1, 0.6}};
  const AnswerFigures figures = answer_figures(queries, {});
  const MeanFigure& recall = figure_of(figures, AnswerMeasure::kRecall);
  EXPECT_EQ(recall.n, 2U);
  EXPECT_DOUBLE_EQ(recall.value, 0.75);
  EXPECT_DOUBLE_EQ(figure_of(figures, AnswerMeasure::kTokenF1).value, 0.5);
  EXPECT_DOUBLE_EQ(figure_of(figures, AnswerMeasure::kExactMatch).value, 1.0 / 3);
  EXPECT_DOUBLE_EQ(figure_of(figures, AnswerMeasure::kAttackSuccess).value, 0.5);
  EXPECT_DOUBLE_EQ(figure_of(figures, AnswerMeasure::kPoisonShare).value, 0.4);
  const MeanFigure& holds = figure_of(figures, AnswerMeasure::kHoldsReference);
  EXPECT_EQ(holds.interval, (Interval{1, 1}));  // every draw is all ones
  EXPECT_LT(recall.interval.low, recall.interval.high);
}

TEST(AnswerFigures, OfNoQueryAreNotNumbers) {
  const AnswerFigures figures = answer_figures({}, {});
  for (const MeanFigure& figure : figures) {
    EXPECT_EQ(figure.n, 0U);
    EXPECT_TRUE(std::isnan(figure.value));
    EXPECT_TRUE(std::isnan(figure.interval.low));
  }
}

}  // namespace
}  // namespace ragsieve::eval
