#include "eval/attacks/answer_swap.h"

#include <gtest/gtest.h>

namespace ragsieve::eval {
namespace {

std::vector<AnswerSwap> swaps(const std::string& correct, const std::string& target) {
  return answer_swaps({"q", "?", target, correct});
}

TEST(AnswerSwap, ReplacesWholeWordsOfEitherCase) {
  EXPECT_EQ(swapped("The cat. THE CAT, not the cats or a bobthe cat", {"the cat", "a dog"}),
            "a dog. a dog, not the cats or a bobthe cat");
  EXPECT_EQ(swapped("Škoda is no oda.", {"oda", "X"}), "Škoda is no X.");
  EXPECT_EQ(swapped("1865", {"1865", "1870"}), "1870");
  EXPECT_FALSE(swapped("nothing of it", {"it of", "x"}));
  EXPECT_FALSE(swapped("", {"a", "b"}));
  EXPECT_FALSE(swapped("a", {"", "b"}));
}

TEST(AnswerSwap, WholeAnswersComeBeforeTheirDifference) {
  const auto both = swaps("The A41.", "The A51.");
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].from, "The A41");
  EXPECT_EQ(both[1].from, "A41");
  EXPECT_EQ(both[1].to, "A51");
  EXPECT_EQ(swaps("76 calories per serving.", "150 calories per serving.")[1].from, "76");
}

TEST(AnswerSwap, ADifferenceIsShortAndTelling) {
  EXPECT_EQ(swaps("it is a kind of pea", "it is a kind of bean").size(), 1U);
  EXPECT_EQ(swaps("the old New York Stock Exchange here", "the old Bourse here").size(), 1U);
  EXPECT_EQ(swaps("Lee Hazlewood", "Bob Dylan").size(), 1U);
}

TEST(AnswerSwap, NothingIsSwappedForYesNoNothingOrItself) {
  EXPECT_TRUE(swaps("Yes.", "No.").empty());
  EXPECT_TRUE(swaps("", "Bob").empty());
  EXPECT_TRUE(swaps("Bob", "...").empty());
  EXPECT_TRUE(swaps("bob", "Bob.").empty());
}

}  // namespace
}  // namespace ragsieve::eval
