#include "ragsieve/stats/ranking_metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

namespace ragsieve {
namespace {

double auroc_by_pairs(const std::vector<double>& positives, const std::vector<double>& negatives) {
  double wins = 0;
  for (const double positive : positives) {
    for (const double negative : negatives) {
      if (positive > negative) wins += 1;
      if (positive == negative) wins += 0.5;
    }
  }
  return wins / static_cast<double>(positives.size() * negatives.size());
}

double detection_by_sorting(const std::vector<double>& positives, std::vector<double> negatives,
                            double budget) {
  std::sort(negatives.begin(), negatives.end(), std::greater<>());
  const auto rank = static_cast<std::size_t>(budget * static_cast<double>(negatives.size()));
  double detected = 0;
  for (const double positive : positives) detected += positive > negatives[rank] ? 1 : 0;
  return detected / static_cast<double>(positives.size());
}

std::vector<double> coarse_scores(std::mt19937& random, std::size_t n) {
  std::vector<double> scores(n);
  for (double& score : scores) score = static_cast<double>(random() % 7) / 7;
  return scores;
}

TEST(RankingMetrics, AgreeWithBruteForceOnTiedScores) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    const auto positives = coarse_scores(random, 1 + random() % 23);
    const auto negatives = coarse_scores(random, 1 + random() % 41);
    EXPECT_NEAR(auroc(positives, negatives), auroc_by_pairs(positives, negatives), 1e-15);
    for (const double budget : {0.0, 0.05, 0.5, 0.99}) {
      EXPECT_EQ(detection_at_budget(positives, negatives, budget),
                detection_by_sorting(positives, negatives, budget));
    }
  }
}

TEST(Auroc, PerfectReversedAndTied) {
  EXPECT_EQ(auroc(std::vector<double>{2, 3}, std::vector<double>{0, 1}), 1);
  EXPECT_EQ(auroc(std::vector<double>{0, 1}, std::vector<double>{2, 3}), 0);
  EXPECT_EQ(auroc(std::vector<double>{1, 1}, std::vector<double>{1, 1, 1}), 0.5);
}

TEST(Auroc, InfiniteScoresAreOrdered) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(auroc(std::vector<double>{kInfinity}, std::vector<double>{-kInfinity, kInfinity}),
            0.75);
}

TEST(DetectionAtBudget, ThresholdIsTheNegativeAfterTheBudget) {
  std::vector<double> negatives;
  for (int i = 1; i <= 20; ++i) negatives.push_back(i);
  // One of twenty may go: the threshold is 19, and equal scores do not count.
  EXPECT_EQ(detection_at_budget(std::vector<double>{19, 19.5, 20, 1}, negatives, 0.05), 0.5);
  EXPECT_EQ(detection_at_budget(std::vector<double>{20, 21}, negatives, 0), 0.5);
}

TEST(RankingMetrics, NothingToCompareIsNotANumber) {
  const std::vector<double> one{1};
  const std::vector<double> unscored{std::nan("")};
  EXPECT_TRUE(std::isnan(auroc({}, one)));
  EXPECT_TRUE(std::isnan(auroc(one, {})));
  EXPECT_TRUE(std::isnan(auroc(one, unscored)));
  EXPECT_TRUE(std::isnan(detection_at_budget({}, one, 0.05)));
  EXPECT_TRUE(std::isnan(detection_at_budget(one, {}, 0.05)));
  EXPECT_TRUE(std::isnan(detection_at_budget(unscored, one, 0.05)));
  EXPECT_TRUE(std::isnan(detection_at_budget(one, one, 1)));
}

}  // namespace
}  // namespace ragsieve
