#include "ragsieve/detect/baselines/hubness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "ragsieve/detect/baselines/testing.h"

namespace ragsieve::baselines {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Scores hubs(const Matrix& rows, const HubnessOptions& options, int threads = 1) {
  const std::vector<double> norms = value_of(inverse_norms(rows.view(), {}));
  MatrixView view = rows.view();
  view.inverse_norms = norms;
  RunOptions run;
  run.threads = threads;
  return value_of(hubness(view, options, run));
}

TEST(RobustZ, ByMedianAndMad) {
  // Median 3, deviations 2 1 0 1 97: MAD 1.
  EXPECT_THAT(robust_z({1, 2, 3, 4, 100}),
              ElementsAre(-2 / 1.4826, -1 / 1.4826, 0, 1 / 1.4826, 97 / 1.4826));
}

TEST(RobustZ, IsNotBlindWhereTheMadIsZero) {
  // Median 0, MAD 0, mean deviation .2: 1 / (1.2533 * .2).
  EXPECT_THAT(robust_z({0, 0, 0, 0, 1}),
              ElementsAre(0, 0, 0, 0, testing::DoubleNear(1 / (1.2533 * 0.2), 1e-12)));
}

TEST(RobustZ, EqualValuesAreZeroAndExtremesAreCut) {
  EXPECT_THAT(robust_z({2, 2, 2}), ElementsAre(0, 0, 0));
  EXPECT_EQ(robust_z({0, 1, 2, 3, 1e9}).back(), 100);
  EXPECT_TRUE(robust_z({}).empty());
}

TEST(Hubness, TheDocumentNearEveryQueryIsTheHub) {
  // Forty directions of a high space, and one document that points to the middle of all.
  Matrix rows{41, 40, std::vector<float>(41 * 40, 0)};
  for (std::size_t i = 0; i < 40; ++i) {
    rows.row(i)[i] = 1;
    rows.row(40)[i] = 1;
  }
  HubnessOptions options;
  options.n_queries = 60;
  options.k = 2;
  const Scores scores = hubs(rows, options);
  const auto highest = std::ranges::max_element(scores, {}, &Scored::score);
  EXPECT_EQ(highest - scores.begin(), 40);
  EXPECT_TRUE(highest->flagged);
}

TEST(Hubness, IsTheSameOnTwoThreads) {
  const Matrix rows = random_matrix(400, 8, 2);
  HubnessOptions options;
  options.n_queries = 300;
  const Scores one = hubs(rows, options);
  const Scores other = hubs(rows, options, 2);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].score, other[i].score);
}

TEST(Hubness, AloneOrWithOneOtherIsNoHub) {
  EXPECT_EQ(hubs(matrix(2, {1, 0}), {}).front().score, 0);
  HubnessOptions no_share;
  no_share.top_share = 0;
  EXPECT_THAT(flags_of(hubs(matrix(2, {1, 0, 0, 1}), no_share)), ElementsAre(false, false));
}

TEST(Hubness, RefusesOptionsOutOfRange) {
  const Matrix rows = matrix(1, {1, 2});
  const auto few = hubness(rows.view(), {.n_queries = 1}, {});
  ASSERT_FALSE(few.ok());
  EXPECT_EQ(few.error().code, Code::kInvalidArgument);
  EXPECT_THAT(few.error().message, HasSubstr("n_queries is 1, expected 2 to 1000000"));
  EXPECT_THAT(hubness(rows.view(), {.k = 0}, {}).error().message, HasSubstr("k is 0"));
  EXPECT_THAT(hubness(rows.view(), {.top_share = 1}, {}).error().message, HasSubstr("top_share"));
}

}  // namespace
}  // namespace ragsieve::baselines
