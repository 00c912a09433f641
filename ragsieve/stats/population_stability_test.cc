#include "ragsieve/stats/population_stability.h"

#include <gmock/gmock.h>

#include <cmath>

#include "ragsieve/stats/random.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;
using Counts = std::vector<std::int64_t>;

// Scores in hundredths: the mean of four uniform numbers, moved by `shift`.
Counts scores(std::uint64_t seed, int n, double shift) {
  Random random(seed);
  Counts counts(100);
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < 4; ++j) sum += random.uniform();
    const double score = std::min(std::max(sum / 4 + shift, 0.0), 0.999);
    ++counts[static_cast<std::size_t>(score * 100)];
  }
  return counts;
}

double drift(const Counts& reference, const Counts& actual) {
  const auto starts = equal_mass_bins(reference, 10);
  return population_stability(counts_of_bins(reference, starts), counts_of_bins(actual, starts));
}

TEST(PopulationStability, IsTheFormulaWithHalfACountAdded) {
  // Shares (9.5, 0.5)/10 and (4.5, 5.5)/10 of counts 9, 0 and 4, 5.
  const double expected = (0.45 - 0.95) * std::log(0.45 / 0.95) + (0.55 - 0.05) * std::log(11.0);
  EXPECT_NEAR(population_stability(Counts{9, 0}, Counts{4, 5}), expected, 1e-12);
  EXPECT_EQ(population_stability(Counts{3, 4}, Counts{3, 4}), 0);
  EXPECT_EQ(population_stability(Counts{}, Counts{}), 0);
  EXPECT_TRUE(std::isfinite(population_stability(Counts{0, 0}, Counts{1000, 0})));
}

TEST(PopulationStability, IsTheSameBothWays) {
  const Counts a{90, 10, 0};
  const Counts b{70, 20, 10};
  EXPECT_DOUBLE_EQ(population_stability(a, b), population_stability(b, a));
}

TEST(PopulationStability, StaysBelowATenthWithoutAShiftAndExceedsAQuarterWithOne) {
  const Counts reference = scores(1, 4000, 0);
  for (std::uint64_t seed = 2; seed < 22; ++seed) {
    EXPECT_LT(drift(reference, scores(seed, 1000, 0)), 0.1) << seed;
    EXPECT_GT(drift(reference, scores(seed, 1000, 0.1)), 0.25) << seed;
    EXPECT_GT(drift(reference, scores(seed, 1000, -0.1)), 0.25) << seed;
  }
}

TEST(PopulationStability, BinsHaveAboutTheSameMass) {
  EXPECT_THAT(equal_mass_bins(Counts(100, 1), 10),
              ElementsAre(0, 10, 20, 30, 40, 50, 60, 70, 80, 90));
  const Counts reference = scores(1, 4000, 0);
  const auto starts = equal_mass_bins(reference, 10);
  EXPECT_LE(starts.size(), 10U);
  EXPECT_GE(starts.size(), 8U);
  for (const std::int64_t n : counts_of_bins(reference, starts)) EXPECT_LT(n, 600);
}

TEST(PopulationStability, AHeavyBinStandsAlone) {
  Counts reference(100);
  reference[0] = 950;
  reference[40] = 30;
  reference[90] = 20;
  EXPECT_THAT(equal_mass_bins(reference, 10), ElementsAre(0, 1));
  EXPECT_THAT(counts_of_bins(reference, equal_mass_bins(reference, 10)), ElementsAre(950, 50));
  reference.assign(100, 1);
  reference[50] = 900;
  EXPECT_THAT(equal_mass_bins(reference, 10), ElementsAre(0, 50, 51));
}

TEST(PopulationStability, OfNothingIsOneBin) {
  EXPECT_THAT(equal_mass_bins(Counts(100), 10), testing::SizeIs(testing::Ge(1)));
  EXPECT_THAT(equal_mass_bins(Counts{}, 10), ElementsAre(0));
  EXPECT_THAT(counts_of_bins(Counts{}, equal_mass_bins(Counts{}, 10)), ElementsAre(0));
}

}  // namespace
}  // namespace ragsieve
