#include "ragsieve/detect/baselines/raguard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "ragsieve/detect/baselines/testing.h"

namespace ragsieve::baselines {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(RaguardStatistics, ByHand) {
  const std::vector<float> prefix{4, 4, 1, 1};  // noise in front
  const std::vector<float> even{2, 2, 2};       // halves of one and two tokens
  const std::vector<TokenNats> nats{prefix, even, {}};
  const auto found = value_of(raguard_statistics(nats, matrix(2, {1, 0, 1, 1, -1, 0}).view(), {}));
  EXPECT_NEAR(found[0].perplexity_difference, std::exp(4.0) - std::exp(1.0), 1e-9);
  EXPECT_NEAR(found[0].perplexity_max, std::exp(4.0), 1e-9);
  EXPECT_NEAR(found[0].similarity, std::sqrt(0.5), 1e-9);
  EXPECT_NEAR(found[1].perplexity_difference, 0, 1e-12);
  EXPECT_EQ(found[2].perplexity_max, 1);
  EXPECT_NEAR(found[2].similarity, -std::sqrt(0.5), 1e-9);
}

TEST(RaguardStatistics, ChunksCanBeSmaller) {
  const std::vector<float> spike{1, 1, 5, 1};
  const std::vector<TokenNats> nats{spike};
  const auto found = value_of(raguard_statistics(nats, matrix(1, {1}).view(), {.n_chunks = 9}));
  EXPECT_NEAR(found[0].perplexity_max, std::exp(5.0), 1e-9);
  EXPECT_EQ(found[0].similarity, 0);
}

TEST(RaguardReference, DropsWhatIsOverAnyOfTheQuantiles) {
  std::vector<RaguardStatistics> clean;
  for (int i = 0; i <= 100; ++i) {
    const double value = i;
    clean.push_back({value - 50, value, value / 100});
  }
  const RaguardReference reference = value_of(RaguardReference::of(clean, {.share = 0.05}));
  const std::vector<RaguardStatistics> passages{
      {0, 50, 0.5}, {45.5, 50, 0.5}, {0, 95, 0.5}, {0, 50, 0.96}};
  const Scores scores = reference.score(passages);
  EXPECT_THAT(flags_of(scores), ElementsAre(false, true, false, true));
  EXPECT_NEAR(scores[0].score, 50.5 / 101, 1e-12);
  EXPECT_NEAR(scores[1].score, 96.0 / 101, 1e-12);
}

TEST(Raguard, RefusesCountsThatDifferAndNothingClean) {
  const auto counts = raguard_statistics({}, matrix(1, {1}).view(), {});
  ASSERT_FALSE(counts.ok());
  EXPECT_THAT(counts.error().message, HasSubstr("nats is 0, expected 1 passages"));
  const auto nothing = RaguardReference::of({}, {});
  ASSERT_FALSE(nothing.ok());
  EXPECT_EQ(nothing.error().code, Code::kInvalidArgument);
  EXPECT_THAT(nothing.error().message, HasSubstr("clean is empty"));
  EXPECT_THAT(RaguardReference::of({}, {.share = 1}).error().message, HasSubstr("share"));
  EXPECT_THAT(RaguardReference::of({}, {.n_chunks = 0}).error().message, HasSubstr("n_chunks"));
}

}  // namespace
}  // namespace ragsieve::baselines
