#include "eval/measures/bootstrap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "ragsieve/stats/percentile.h"
#include "ragsieve/stats/random.h"
#include "ragsieve/stats/ranking_metrics.h"

namespace ragsieve::eval {
namespace {

using testing::HasSubstr;

TEST(BootstrapMean, EqualValuesHaveNoSpread) {
  const std::vector<double> values(30, 0.25);
  EXPECT_EQ(bootstrap_mean(values, {}), (Interval{0.25, 0.25}));
}

TEST(BootstrapMean, IsAboutTwoStandardErrorsWide) {
  std::vector<double> values(100, 0);
  for (std::size_t i = 0; i < 50; ++i) values[i] = 1;
  const Interval interval = bootstrap_mean(values, {});
  // Mean .5, standard error .05.
  EXPECT_NEAR(interval.low, 0.5 - 1.96 * 0.05, 0.015);
  EXPECT_NEAR(interval.high, 0.5 + 1.96 * 0.05, 0.015);
}

TEST(BootstrapMean, SameSeedSameIntervalAndNothingOfNothing) {
  const std::vector<double> values{1, 5, 2, 8, 3};
  EXPECT_EQ(bootstrap_mean(values, {.seed = 4}), bootstrap_mean(values, {.seed = 4}));
  EXPECT_TRUE(std::isnan(bootstrap_mean({}, {}).low));
}

// The same draws, each measured by the functions of stats.
DetectionIntervals by_definition(const std::vector<double>& positives,
                                 const std::vector<double>& negatives, double budget,
                                 const BootstrapOptions& options) {
  Random random(options.seed);
  const auto drawn = [&](const std::vector<double>& from) {
    std::vector<double> sample;
    for (std::size_t i = 0; i < from.size(); ++i) sample.push_back(from[random.below(from.size())]);
    return sample;
  };
  std::vector<double> aurocs;
  std::vector<double> detections;
  for (std::size_t i = 0; i < options.n_draws; ++i) {
    const std::vector<double> p = drawn(positives);
    const std::vector<double> n = drawn(negatives);
    aurocs.push_back(auroc(p, n));
    detections.push_back(detection_at_budget(p, n, budget));
  }
  std::ranges::sort(aurocs);
  std::ranges::sort(detections);
  return {{percentile(aurocs, 2.5), percentile(aurocs, 97.5)},
          {percentile(detections, 2.5), percentile(detections, 97.5)}};
}

TEST(BootstrapDetection, AgreesWithTheDefinitionOnTiedScores) {
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    std::vector<double> positives(1 + random.below(40));
    std::vector<double> negatives(1 + random.below(90));
    for (double& score : positives) score = static_cast<double>(random.below(9));
    for (double& score : negatives) score = static_cast<double>(random.below(7));
    const BootstrapOptions options{.n_draws = 50, .seed = static_cast<std::uint64_t>(round)};
    const DetectionIntervals found = bootstrap_detection(positives, negatives, 0.05, options);
    const DetectionIntervals expected = by_definition(positives, negatives, 0.05, options);
    EXPECT_NEAR(found.auroc.low, expected.auroc.low, 1e-12);
    EXPECT_NEAR(found.auroc.high, expected.auroc.high, 1e-12);
    EXPECT_NEAR(found.detection.low, expected.detection.low, 1e-12);
    EXPECT_NEAR(found.detection.high, expected.detection.high, 1e-12);
  }
}

TEST(BootstrapDetection, NothingToCompareIsNotANumber) {
  const std::vector<double> one{1};
  const std::vector<double> unscored{std::nan("")};
  EXPECT_TRUE(std::isnan(bootstrap_detection({}, one, 0.05, {}).auroc.low));
  EXPECT_TRUE(std::isnan(bootstrap_detection(one, unscored, 0.05, {}).detection.high));
}

TEST(BootstrapOptions, OutOfRangeAreRefused) {
  const auto refused = [](BootstrapOptions options) {
    const Status status = options.validate();
    return status.ok() ? std::string() : status.error().message;
  };
  EXPECT_THAT(refused({.n_draws = 0}), HasSubstr("n_draws is 0, expected 1 to 100000"));
  EXPECT_THAT(refused({.level = 1}), HasSubstr("level"));
  EXPECT_EQ(refused({}), "");
}

}  // namespace
}  // namespace ragsieve::eval
