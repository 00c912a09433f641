#include "ragsieve/detect/baselines/gmtp_clm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "ragsieve/detect/baselines/testing.h"

namespace ragsieve::baselines {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(WithoutToken, LeavesOutItsBytes) {
  const std::vector<std::uint32_t> ends{3, 7, 9};
  EXPECT_EQ(without_token("the fox r", ends, 0), " fox r");
  EXPECT_EQ(without_token("the fox r", ends, 1), "the r");
  EXPECT_EQ(without_token("the fox r", ends, 2), "the fox");
}

TEST(GmtpClmValue, IsTheMeanOfTheSmallestProbabilitiesOfTheChosen) {
  // Mean influence .3: tokens 1 and 3 are chosen, with probabilities 1/4 and 1/2.
  const std::vector<double> influences{0.1, 0.5, 0.1, 0.5};
  const std::vector<float> nats{9, static_cast<float>(std::log(4.0)), 9,
                                static_cast<float>(std::log(2.0))};
  EXPECT_NEAR(value_of(gmtp_clm_value(influences, nats, {})), 0.375, 1e-6);
  EXPECT_NEAR(value_of(gmtp_clm_value(influences, nats, {.n_smallest = 1})), 0.25, 1e-6);
  // Of equal influences the earlier token is chosen.
  EXPECT_NEAR(value_of(gmtp_clm_value(influences, nats, {.most_chosen = 1})), 0.25, 1e-6);
}

TEST(GmtpClmValue, IsZeroWhereNothingIsChosen) {
  const std::vector<double> even{0.2, 0.2};
  const std::vector<float> nats{1, 1};
  EXPECT_EQ(value_of(gmtp_clm_value(even, nats, {})), 0);
  EXPECT_EQ(value_of(gmtp_clm_value({}, {}, {})), 0);
}

TEST(GmtpClm, RemovesUpToTheShareOfTheCleanMean) {
  const Scores scores = gmtp_clm(std::vector<double>{0.05, 0.051, 0}, 0.5, {});
  EXPECT_THAT(flags_of(scores), ElementsAre(true, false, true));
  EXPECT_EQ(scores[1].score, -0.051);
}

TEST(GmtpClm, RefusesCountsThatDifferAndOptionsOutOfRange) {
  const std::vector<double> one{0.2};
  const auto result = gmtp_clm_value(one, {}, {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Code::kInvalidArgument);
  EXPECT_THAT(result.error().message, HasSubstr("influences is 1, expected 0"));
  EXPECT_THAT(gmtp_clm_value({}, {}, {.most_chosen = 0}).error().message, HasSubstr("most_chosen"));
  EXPECT_THAT(gmtp_clm_value({}, {}, {.n_smallest = 0}).error().message, HasSubstr("n_smallest"));
  EXPECT_THAT(gmtp_clm_value({}, {}, {.lambda = 2}).error().message, HasSubstr("lambda"));
}

}  // namespace
}  // namespace ragsieve::baselines
