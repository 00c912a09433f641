#include "ragsieve/detect/baselines/trust_rag.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "ragsieve/detect/baselines/testing.h"

namespace ragsieve::baselines {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Texts = std::vector<std::string_view>;

// Three texts about one claim, two about other things.
const Texts kThreeAlike{"the capital of france is marseille today", "rivers run to the sea",
                        "the capital of france is marseille now", "an owl hunts by night",
                        "the capital of france is marseille indeed"};
const Texts kAllDifferent{"red fox", "blue whale", "green tea", "white owl", "black cat"};

std::vector<bool> dropped(const Texts& texts, const Matrix& vectors) {
  return flags_of(value_of(trust_rag(texts, vectors.view(), {})));
}

// Rows 0, 2, 4 close to one axis, 1 and 3 on two others.
Matrix three_close() {
  return matrix(3, {1, .1F, 0, 0, 1, .2F, 1, 0, .1F, 0, .2F, 1, 1, .1F, .1F});
}

TEST(TrustRag, KeepsAllWhereNoTwoTextsAreAlike) {
  EXPECT_THAT(dropped(kAllDifferent, three_close()),
              ElementsAre(false, false, false, false, false));
}

TEST(TrustRag, DropsTheDenserClusterAndFiltersTheOther) {
  // Cosines among 0, 2, 4 are over .98; of 1 and 3 .38: D = {0, 2, 4} goes, 1 and 3 differ.
  EXPECT_THAT(dropped(kThreeAlike, three_close()), ElementsAre(true, false, true, false, true));
}

TEST(TrustRag, DropsAllWhereBothClustersAreDense) {
  const Matrix vectors = matrix(2, {1, 0, .1F, 1, 1, .1F, 0, 1, 1, .05F});
  EXPECT_THAT(dropped(kThreeAlike, vectors), ElementsAre(true, true, true, true, true));
}

TEST(TrustRag, FiltersEachClusterWhereNeitherIsDense) {
  // Clusters {0, 2, 4} and {1, 3} by the first component, cosines far below .88.
  const Matrix vectors =
      matrix(4, {2, 1, 0, 0, -2, 1, 0, 1, 2, 0, 3, 0, -2, 0, 0, -3, 2, -3, 0, 0});
  // 0 and 2 are alike: both go, 0 is remembered, 4 is like it and goes.
  EXPECT_THAT(dropped(kThreeAlike, vectors), ElementsAre(true, false, true, false, true));
}

TEST(TrustRag, ASingleBesideADenseClusterIsKeptAlone) {
  const Texts texts{"one two three four", "one two three five", "one two three six", "an owl"};
  const Matrix vectors = matrix(2, {1, 0, 1, .05F, 1, -.05F, 0, 1});
  EXPECT_THAT(dropped(texts, vectors), ElementsAre(true, true, true, false));
}

TEST(TrustRag, ASingleBesideALooseClusterIsDropped) {
  const Texts texts{"one two three four", "one two three five", "whales", "an owl"};
  // Four components part the single; the fifth is large and pulls the other three apart.
  const Matrix vectors =
      matrix(5, {1, 1, 1, 1, 3, 1, 1, 1, 1, -3, 1, 1, 1, 1, 0, -1, -1, -1, -1, 0});
  EXPECT_THAT(dropped(texts, vectors), ElementsAre(false, false, false, true));
}

TEST(TrustRag, CopiesAreDroppedWhole) {
  const Texts texts{"one two three", "one two three", "one two three"};
  const Matrix vectors = matrix(2, {1, 2, 1, 2, 1, 2});
  EXPECT_THAT(dropped(texts, vectors), ElementsAre(true, true, true));
}

TEST(TrustRag, RefusesCountsThatDiffer) {
  const auto result = trust_rag(kAllDifferent, matrix(1, {1, 2}).view(), {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Code::kInvalidArgument);
  EXPECT_THAT(result.error().message, HasSubstr("texts is 5, expected 2"));
  TrustRagOptions options;
  options.rouge = 2;
  EXPECT_THAT(trust_rag({}, Matrix{0, 1, {}}.view(), options).error().message,
              HasSubstr("rouge is 2"));
}

}  // namespace
}  // namespace ragsieve::baselines
