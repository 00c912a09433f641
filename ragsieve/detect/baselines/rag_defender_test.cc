#include "ragsieve/detect/baselines/rag_defender.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "ragsieve/detect/baselines/testing.h"

namespace ragsieve::baselines {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Texts = std::vector<std::string_view>;

const Texts kFive{"harbour opens monday", "the owl hunts mice", "harbour opens friday",
                  "rivers run deep", "bread needs salt"};

// 0 and 2 close, the others on axes of their own.
Matrix two_close() {
  return matrix(4, {1, .1F, 0, 0, 0, 1, 0, 0, 1, 0, .1F, 0, 0, 0, 1, 0, 0, 0, 0, 1});
}

TEST(TermVotes, CountTheTextsThatHoldMostOfTheTopTerms) {
  // Top two terms: "harbour" and "opens", each in two texts; more than one of them votes.
  EXPECT_EQ(term_votes(kFive, 2), 2U);
  const Texts all_alike{"harbour opens", "harbour opens", "harbour opens"};
  EXPECT_EQ(term_votes(all_alike, 5), 3U);
  EXPECT_EQ(term_votes(Texts{"the", "of the"}, 5), 0U);
}

TEST(RagDefender, SingleHopRemovesTheSmallerPart) {
  // Ward joins 0 and 2 first, then axes at equal costs; two of five vote, so the smaller part goes.
  const Scores scores = value_of(rag_defender(kFive, two_close().view(), {.n_terms = 2}));
  EXPECT_THAT(flags_of(scores), ElementsAre(true, false, true, false, false));
  EXPECT_GT(scores[0].score, 0.9);
  EXPECT_EQ(scores[0].score, scores[2].score);
  EXPECT_EQ(scores[3].score, 0);
}

TEST(RagDefender, SingleHopRemovesTheLargerPartWhereMostVote) {
  const Texts texts{"harbour opens monday", "harbour opens friday", "harbour opens sunday",
                    "an owl hunts"};
  const Matrix vectors = matrix(2, {1, 0, 1, .1F, 1, -.1F, 0, 1});
  EXPECT_THAT(flags_of(value_of(rag_defender(texts, vectors.view(), {.n_terms = 2}))),
              ElementsAre(true, true, true, false));
}

TEST(RagDefender, MultiHopCountsThePassagesThatStandOut) {
  // Directions of 0, 4, 10, 60 and 120 degrees. Medians of their cosines: .985 .995 .985 .574
  // -.342, so one alone is over the middle one (.985), and its mean (.634) over the mean of means
  // (.514).
  Matrix vectors{5, 2, {}};
  for (const double degree : {0, 4, 10, 60, 120}) {
    vectors.values.push_back(static_cast<float>(std::cos(degree * M_PI / 180)));
    vectors.values.push_back(static_cast<float>(std::sin(degree * M_PI / 180)));
  }
  const Scores scores = value_of(rag_defender(kFive, vectors.view(), {.multi_hop = true}));
  // One pair counts, 0 and 4 degrees; of these equals the earlier goes.
  EXPECT_THAT(flags_of(scores), ElementsAre(true, false, false, false, false));
  EXPECT_NEAR(scores[1].score, std::pow(std::cos(4 * M_PI / 180), 2), 1e-6);
  EXPECT_EQ(scores[2].score, 0);
}

TEST(RagDefender, OnePassageStays) {
  const Texts one{"text"};
  EXPECT_THAT(flags_of(value_of(rag_defender(one, matrix(1, {1}).view(), {}))), ElementsAre(false));
}

TEST(RagDefender, RefusesCountsThatDifferAndNoTerms) {
  const auto result = rag_defender(kFive, matrix(1, {1, 2}).view(), {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Code::kInvalidArgument);
  EXPECT_THAT(result.error().message, HasSubstr("texts is 5, expected 2"));
  EXPECT_THAT(rag_defender(kFive, two_close().view(), {.n_terms = 0}).error().message,
              HasSubstr("n_terms is 0"));
}

}  // namespace
}  // namespace ragsieve::baselines
