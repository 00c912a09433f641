#include "ragsieve/detect/baselines/rouge_l.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve::baselines {
namespace {

using testing::ElementsAre;

double score(std::string_view a, std::string_view b) {
  return rouge_l(rouge_words(a), rouge_words(b));
}

TEST(RougeL, ByHand) {
  // police killed the gunman / police kill the gunman: four of four once stemmed.
  EXPECT_DOUBLE_EQ(score("police killed the gunman", "Police kill the gunman!"), 1);
  // "the cat" of five and three words.
  EXPECT_DOUBLE_EQ(score("the big cat sat down", "a the cat"), 2 * 2.0 / 8);
  EXPECT_EQ(score("red fox", "blue whale"), 0);
}

TEST(RougeL, OrderCounts) { EXPECT_DOUBLE_EQ(score("one two ten", "ten two one"), 1.0 / 3); }

TEST(RougeL, NothingIsLikeNothing) {
  EXPECT_EQ(score("", ""), 0);
  EXPECT_EQ(score("word", "..."), 0);
}

TEST(RougeWords, AreStemmedFromFourLettersOn) {
  EXPECT_THAT(rouge_words("Was the STREETS' 22nd?"), ElementsAre("was", "the", "street", "22nd"));
}

TEST(RougeWords, AreCutAtTheLimit) {
  std::string text;
  for (std::size_t i = 0; i <= kRougeWords; ++i) text += "a ";
  EXPECT_EQ(rouge_words(text).size(), kRougeWords);
}

}  // namespace
}  // namespace ragsieve::baselines
