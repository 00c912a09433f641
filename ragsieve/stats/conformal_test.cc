#include "ragsieve/stats/conformal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "ragsieve/stats/random.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;

TEST(Conformal, CountsTheReferenceThatIsAtLeastAsLarge) {
  const ConformalReference reference({0.3, 0.1, 0.2, 0.2});
  EXPECT_EQ(reference.size(), 4U);
  EXPECT_DOUBLE_EQ(reference.p(0.4), 1.0 / 5);
  EXPECT_DOUBLE_EQ(reference.p(0.3), 2.0 / 5);
  EXPECT_DOUBLE_EQ(reference.p(0.2), 4.0 / 5);
  EXPECT_DOUBLE_EQ(reference.p(0.0), 1);
}

TEST(Conformal, AnItemLeftOutIsScoredAgainstTheOthers) {
  const std::vector<double> scores = {0.3, 0.1, 0.2, 0.2};
  const ConformalReference reference(scores);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    std::vector<double> others = scores;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_DOUBLE_EQ(reference.p_left_out(scores[i]), ConformalReference(others).p(scores[i]));
  }
}

TEST(Conformal, EmptyReferenceMakesNothingRare) {
  const ConformalReference reference({});
  EXPECT_EQ(reference.p(1), 1);
  EXPECT_EQ(reference.p_left_out(1), 1);
}

TEST(Conformal, NaNIsNeverRare) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(ConformalReference({1, 2}).p(nan), 1);
  EXPECT_DOUBLE_EQ(ConformalReference({nan, 1}).p(5), 2.0 / 3);
}

TEST(Conformal, CleanItemsAreRareAsOftenAsTheirPSays) {
  Random random(11);
  int alarms = 0;
  for (int round = 0; round < 4000; ++round) {
    std::vector<double> scores(49);
    for (double& score : scores) score = random.uniform();
    if (ConformalReference(std::move(scores)).p(random.uniform()) <= 0.1) ++alarms;
  }
  EXPECT_NEAR(alarms, 400, 4 * 19);  // exactly 0.1 here; four standard errors
}

TEST(DescendingRanks, CountItselfAndItsEquals) {
  EXPECT_THAT(descending_ranks({5, 9, 5, 1}), ElementsAre(3U, 1U, 3U, 4U));
  EXPECT_TRUE(descending_ranks({}).empty());
}

}  // namespace
}  // namespace ragsieve
