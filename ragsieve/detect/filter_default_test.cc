#include "ragsieve/detect/filter_default.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "ragsieve/stats/random.h"

namespace ragsieve {
namespace {

// Candidates whose terms are independent and uniform in [0, 1); no injection.
std::vector<FilterTerms> uniform(std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<FilterTerms> terms(n);
  for (FilterTerms& candidate : terms) {
    for (double& value : candidate.values) value = random.uniform();
    candidate.of(FilterTerm::kInjection) = 0;
  }
  return terms;
}

TEST(FilterNull, FlagsAboutAlphaOfCleanCandidates) {
  FilterDefaultOptions options;
  options.alpha = 0.05;
  const auto null = FilterNull::of(uniform(4000, 1), options);
  ASSERT_TRUE(null.ok());
  EXPECT_EQ(null->n_reference(), 4000U);
  int flagged = 0;
  for (const FilterTerms& terms : uniform(4000, 2)) flagged += null->judge(terms).flagged ? 1 : 0;
  EXPECT_NEAR(flagged / 4000.0, 0.05, 0.015);
}

TEST(FilterNull, IsFlaggedFromAScoreOfOneOnAndPartsAddUp) {
  const auto null = FilterNull::of(uniform(1000, 1), {});
  ASSERT_TRUE(null.ok());
  for (const FilterTerms& terms : uniform(2000, 3)) {
    const FilterVerdict verdict = null->judge(terms);
    EXPECT_EQ(verdict.flagged, verdict.score >= 1);
    EXPECT_EQ(verdict.flagged, verdict.p <= 0.01);
    EXPECT_NEAR(std::accumulate(verdict.parts.begin(), verdict.parts.end(), 0.0), verdict.score,
                1e-9);
  }
}

TEST(FilterNull, WeighsEachTermAsAsked) {
  FilterDefaultOptions options;
  options.weights = {0, 1, 0, 0, 0, 0, 0, 0, 0};
  const auto null = FilterNull::of(uniform(1000, 1), options);
  ASSERT_TRUE(null.ok());
  FilterTerms terms;
  terms.of(FilterTerm::kDensity) = 100;  // weight 0
  EXPECT_FALSE(null->judge(terms).flagged);
  EXPECT_EQ(null->judge(terms).parts[0], 0);
  terms.of(FilterTerm::kSimilarity) = 100;
  EXPECT_TRUE(null->judge(terms).flagged);
}

TEST(FilterNull, TakesTextThatAddressesAModelAsRareWhateverTheReferenceHolds) {
  const auto null = FilterNull::of(uniform(1000, 1), {});
  ASSERT_TRUE(null.ok());
  FilterTerms terms;
  EXPECT_EQ(null->judge(terms).p_terms[8], 1);
  terms.of(FilterTerm::kInjection) = 0.6;
  EXPECT_NEAR(null->judge(terms).p_terms[8], 0.002 * std::exp(-6.0), 1e-12);
}

TEST(FilterNull, RefusesTooSmallAReference) {
  const auto null = FilterNull::of(uniform(99, 1), {});
  ASSERT_FALSE(null.ok());
  EXPECT_EQ(null.error().code, Code::kInvalidArgument);
  EXPECT_NE(null.error().message.find("99 candidates"), std::string::npos);
}

TEST(FilterNull, RefusesAReferenceWithoutVariety) {
  const auto null = FilterNull::of(std::vector<FilterTerms>(200), {});
  ASSERT_FALSE(null.ok());
  EXPECT_NE(null.error().message.find("all alike"), std::string::npos);
}

TEST(FilterDefaultOptions, AreChecked) {
  FilterDefaultOptions options;
  options.alpha = 0;
  EXPECT_FALSE(options.validate().ok());
  options = {};
  options.weights[3] = -1;
  EXPECT_FALSE(options.validate().ok());
  options.weights = {};
  EXPECT_FALSE(options.validate().ok());
}

TEST(ShippedReference, GivesANull) {
  const std::vector<FilterTerms> reference = shipped_reference();
  const auto null = FilterNull::of(reference, {});
  ASSERT_TRUE(null.ok());
  int flagged = 0;
  for (const FilterTerms& terms : reference) flagged += null->judge(terms).flagged ? 1 : 0;
  EXPECT_LE(flagged, 10);
  EXPECT_GE(flagged, 5);
}

}  // namespace
}  // namespace ragsieve
