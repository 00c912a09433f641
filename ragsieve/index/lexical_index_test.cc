#include "ragsieve/index/lexical_index.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ragsieve {
namespace {

std::vector<WeightedWord> words(std::initializer_list<std::string> list) {
  std::vector<WeightedWord> result;
  for (const std::string& word : list) result.push_back({word, 1});
  return result;
}

TEST(LexicalIndex, ScoresAsBm25ByHand) {
  LexicalIndex index;
  index.add(words({"gauge", "recall"}));
  index.add(words({"gauge", "price", "list", "euro"}));
  // mean length 3; "recall" is in one of two units: log(1 + 1.5 / 1.5) = log 2;
  // norm of unit 0 = 1 - .75 + .75 * 2 / 3 = .75; 2.2 / (1 + 1.2 * .75) = 2.2 / 1.9.
  const auto found = index.search(words({"recall"}), 5);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].unit, 0U);
  EXPECT_NEAR(found[0].score, std::log(2.0) * 2.2 / 1.9, 1e-12);
}

TEST(LexicalIndex, ARareWordOutweighsACommonOneAndEqualsKeepTheirOrder) {
  LexicalIndex index;
  for (int i = 0; i < 20; ++i) index.add(words({"gauge", "rain"}));
  index.add(words({"kittiwake", "rain"}));
  const auto found = index.search(words({"gauge", "kittiwake"}), 3);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].unit, 20U);
  EXPECT_EQ(found[1].unit, 0U);
  EXPECT_EQ(found[2].unit, 1U);
}

TEST(LexicalIndex, ATitleCountsByItsWeight) {
  LexicalIndex index;
  index.add(std::vector<WeightedWord>{{"recall", 0.5}, {"lead", 1}});
  index.add(std::vector<WeightedWord>{{"recall", 1}, {"bronze", 0.5}});
  const auto found = index.search(words({"recall"}), 2);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].unit, 1U);
  EXPECT_GT(found[0].score, found[1].score);
}

TEST(LexicalIndex, AWordOfEveryUnitOfALargeIndexTellsNothing) {
  LexicalIndex index;
  for (int i = 0; i < 1000; ++i) index.add(words({"company"}));
  EXPECT_TRUE(index.search(words({"company"}), 5).empty());
}

TEST(LexicalIndex, NothingInCommonOrNoUnitsIsNoMatch) {
  LexicalIndex index;
  EXPECT_TRUE(index.search(words({"gauge"}), 5).empty());
  index.add({});
  index.add(words({"price"}));
  EXPECT_TRUE(index.search(words({"gauge"}), 5).empty());
  EXPECT_TRUE(index.search({}, 5).empty());
  EXPECT_EQ(index.size(), 2U);
}

}  // namespace
}  // namespace ragsieve
