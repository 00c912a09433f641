#include "ragsieve/detect/baselines/perplexity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ragsieve/detect/baselines/testing.h"

namespace ragsieve::baselines {
namespace {

using testing::ElementsAre;

TEST(Perplexity, IsTheExponentialOfTheMean) {
  const std::vector<float> nats{1, 2, 3};
  EXPECT_DOUBLE_EQ(perplexity(nats), std::exp(2.0));
  EXPECT_EQ(perplexity({}), 1);
}

TEST(CleanThreshold, IsExceededByTheShare) {
  EXPECT_DOUBLE_EQ(clean_threshold({4, 1, 3, 2, 5}, 0.25), 4);
  EXPECT_DOUBLE_EQ(clean_threshold({0, 10}, 0.05), 9.5);
  EXPECT_TRUE(std::isnan(clean_threshold({}, 0.05)));
}

TEST(PerplexityGate, RemovesWhatIsStrictlyAbove) {
  const std::vector<float> low{1};
  const std::vector<float> high{2};
  const std::vector<TokenNats> passages{low, high};
  EXPECT_THAT(flags_of(perplexity_gate(passages, std::exp(1.0))), ElementsAre(false, true));
  EXPECT_THAT(flags_of(perplexity_gate(passages, std::nan(""))), ElementsAre(false, false));
  EXPECT_DOUBLE_EQ(perplexity_gate(passages, 0)[1].score, std::exp(2.0));
}

}  // namespace
}  // namespace ragsieve::baselines
