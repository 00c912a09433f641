#include "eval/measures/detection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace ragsieve::eval {
namespace {

using testing::HasSubstr;

std::vector<double> from_1_to(int n) {
  std::vector<double> values;
  for (int i = 1; i <= n; ++i) values.push_back(i);
  return values;
}

TEST(DetectionFigures, ByHand) {
  // Negatives 1 to 40: two may go, so the threshold is 38. Of the twenty positives five are 39, one
  // ties with 38, the other fourteen are 0.5.
  std::vector<double> positives(20, 0.5);
  for (std::size_t i = 0; i < 5; ++i) positives[i] = 39;
  positives[5] = 38;
  const DetectionFigures figures = detection_figures(positives, from_1_to(40), {});
  EXPECT_FALSE(figures.too_few);
  EXPECT_DOUBLE_EQ(figures.detection, 5.0 / 20);
  // 39 beats 38 negatives and ties with one; 38 beats 37 and ties with one.
  EXPECT_DOUBLE_EQ(figures.auroc, (5 * 38.5 + 37.5) / (20 * 40));
  EXPECT_LE(figures.intervals.detection.low, figures.detection);
  EXPECT_GE(figures.intervals.detection.high, figures.detection);
  EXPECT_LT(figures.intervals.auroc.low, figures.intervals.auroc.high);
}

TEST(DetectionFigures, FewerThanTwentyPositivesAreTooFew) {
  const DetectionFigures figures = detection_figures(from_1_to(19), from_1_to(100), {});
  EXPECT_TRUE(figures.too_few);
  EXPECT_EQ(figures.n_positives, 19U);
  EXPECT_EQ(figures.n_negatives, 100U);
  EXPECT_TRUE(std::isnan(figures.auroc));
  EXPECT_TRUE(std::isnan(figures.intervals.auroc.low));
  EXPECT_FALSE(detection_figures(from_1_to(20), from_1_to(100), {}).too_few);
}

TEST(DetectionFigures, NoPositivesAreTooFewWhateverIsAsked) {
  EXPECT_TRUE(detection_figures({}, from_1_to(3), {.fewest_positives = 0}).too_few);
}

TEST(Removed, RateAndInterval) {
  Removed removed;
  for (int i = 0; i < 100; ++i) removed.add(i < 25);
  EXPECT_EQ(removed.rate(), 0.25);
  const Interval interval = removed.interval({});
  EXPECT_NEAR(interval.low, 0.25 - 1.96 * 0.0433, 0.02);
  EXPECT_NEAR(interval.high, 0.25 + 1.96 * 0.0433, 0.02);
  EXPECT_TRUE(std::isnan(Removed{}.rate()));
}

TEST(DetectionOptions, OutOfRangeAreRefused) {
  const Status status = DetectionOptions{.budget = 1}.validate();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kInvalidArgument);
  EXPECT_THAT(status.error().message, HasSubstr("budget"));
  EXPECT_TRUE(DetectionOptions{}.validate().ok());
}

}  // namespace
}  // namespace ragsieve::eval
