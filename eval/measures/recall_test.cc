#include "eval/measures/recall.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace ragsieve::eval {
namespace {

const std::vector<std::string> kRanked{"d1", "d2", "d2", "d3"};

TEST(RecallAt, ByHand) {
  EXPECT_EQ(recall_at(kRanked, {"d2", "d3"}, 2), 0.5);
  EXPECT_EQ(recall_at(kRanked, {"d2", "d3"}, 5), 1);
  EXPECT_EQ(recall_at(kRanked, {"d9"}, 5), 0);
  EXPECT_EQ(recall_at({}, {"d9"}, 5), 0);
}

TEST(RecallAt, NothingRelevantIsNotANumber) { EXPECT_TRUE(std::isnan(recall_at(kRanked, {}, 5))); }

}  // namespace
}  // namespace ragsieve::eval
