#include "ragsieve/detect/baselines/eco_safe_rag.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "ragsieve/detect/baselines/testing.h"

namespace ragsieve::baselines {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Sentences = std::vector<EcoSafeSentence>;

const EcoSafeOptions kPairs{.clusters = {.radius = 0.6, .least = 2}};

TEST(EcoSafeChosen, AreNearTheLargestCosine) {
  EXPECT_THAT(eco_safe_chosen(Sentences{{0, 0.5}, {0, 0.39}, {1, 0.4}}, 0.8), ElementsAre(0, 2));
  EXPECT_TRUE(eco_safe_chosen({}, 0.8).empty());
}

TEST(EcoSafeRag, DropsTheContextThatClustersWithABait) {
  // Context 0 lies on the bait, 1 on an axis of its own.
  const Scores scores =
      value_of(eco_safe_rag(3, Sentences{{0, 0.5}, {1, 0.5}}, matrix(2, {1, .1F, 0, 1}).view(),
                            matrix(2, {1, 0}).view(), kPairs));
  EXPECT_THAT(flags_of(scores), ElementsAre(true, false, false));
  EXPECT_DOUBLE_EQ(scores[0].score, 1.5);  // with a bait, and one of two others near
  EXPECT_EQ(scores[1].score, 0);
  EXPECT_EQ(scores[2].score, 0);
}

TEST(EcoSafeRag, KeepsTheNearestOfAClusterWithoutBait) {
  const Scores scores = value_of(eco_safe_rag(3, Sentences{{0, 0.5}, {1, 0.6}, {2, 0.4}},
                                              matrix(2, {0, 1, .1F, 1, -.1F, 1}).view(),
                                              matrix(2, {1, 0}).view(), kPairs));
  EXPECT_THAT(flags_of(scores), ElementsAre(true, false, true));
  EXPECT_NEAR(scores[0].score, 2.0 / 3, 1e-12);
}

TEST(EcoSafeRag, ASuspiciousSentenceIsDroppedAndAnotherSavesItsDocument) {
  const Matrix contexts = matrix(3, {1, 0, 0, 0, 1, 0});
  const Matrix baits = matrix(3, {0, 0, 1});
  EXPECT_THAT(flags_of(value_of(eco_safe_rag(2, Sentences{{0, 0.93}, {1, 0.8}}, contexts.view(),
                                             baits.view(), kPairs))),
              ElementsAre(true, false));
  EXPECT_THAT(flags_of(value_of(eco_safe_rag(1, Sentences{{0, 0.93}, {0, 0.8}}, contexts.view(),
                                             baits.view(), kPairs))),
              ElementsAre(false));
}

TEST(EcoSafeBaits, AreSixteenThatDiffer) {
  const auto& baits = eco_safe_baits();
  EXPECT_EQ(std::set<std::string_view>(baits.begin(), baits.end()).size(), 16U);
}

TEST(EcoSafeRag, RefusesWhatDoesNotFit) {
  const Matrix one = matrix(2, {1, 0});
  const auto counts = eco_safe_rag(1, {}, one.view(), one.view(), {});
  ASSERT_FALSE(counts.ok());
  EXPECT_EQ(counts.error().code, Code::kInvalidArgument);
  EXPECT_THAT(counts.error().message, HasSubstr("contexts is 1, expected 0"));
  const Sentences sentence{{1, 0.5}};
  EXPECT_THAT(eco_safe_rag(1, sentence, one.view(), one.view(), {}).error().message,
              HasSubstr("document is 1, expected below 1"));
  EXPECT_THAT(eco_safe_rag(2, sentence, one.view(), matrix(1, {1}).view(), {}).error().message,
              HasSubstr("baits.dim is 1, expected 2"));
  EXPECT_THAT(eco_safe_rag(1, {}, one.view(), one.view(), {.tau = 0}).error().message,
              HasSubstr("tau"));
  EXPECT_THAT(eco_safe_rag(1, {}, one.view(), one.view(), {.clusters = {-1, 4}}).error().message,
              HasSubstr("radius"));
  EXPECT_THAT(eco_safe_rag(1, {}, one.view(), one.view(), {.clusters = {1, 0}}).error().message,
              HasSubstr("least"));
}

}  // namespace
}  // namespace ragsieve::baselines
