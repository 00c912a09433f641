// Distances, and which name wins.
#include "ragsieve/config/nearest_name.h"

#include <gtest/gtest.h>

#include <vector>

namespace ragsieve {
namespace {

TEST(NearestName, CountsEdits) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("thraeds", "threads"), 1U);
  EXPECT_EQ(edit_distance("ca", "abc"), 3U);
}

TEST(NearestName, TakesTheFirstOfTheNearest) {
  const std::vector<std::string> names = {"alpha", "beta", "bets"};
  EXPECT_EQ(nearest_name("bet", names), "beta");
  EXPECT_EQ(nearest_name("alhpa", names), "alpha");
  EXPECT_EQ(nearest_name("x", {}), "");
}

TEST(NearestName, LongNamesStayCheap) {
  const std::vector<std::string> names = {"alpha"};
  EXPECT_EQ(nearest_name(std::string(1000000, 'x'), names), "alpha");
}

}  // namespace
}  // namespace ragsieve
