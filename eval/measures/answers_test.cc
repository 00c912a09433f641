#include "eval/measures/answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve::eval {
namespace {

using testing::ElementsAre;
using References = std::vector<std::string>;

TEST(AnswerWords, AreNormalisedAsSquadDoes) {
  EXPECT_THAT(answer_words("The  Eiffel-Tower,\n(in) Paris!"),
              ElementsAre("eiffeltower", "in", "paris"));
  EXPECT_THAT(answer_words("a theatre an AN the"), ElementsAre("theatre"));
  EXPECT_THAT(answer_words("1,000 \xC3\x89tudes"), ElementsAre("1000", "etudes"));
  EXPECT_TRUE(answer_words(" ... ").empty());
}

TEST(ExactMatch, IgnoresArticlesCaseAndPunctuation) {
  EXPECT_EQ(exact_match("the Paris.", References{"London", "Paris"}), 1);
  EXPECT_EQ(exact_match("Paris, France", References{"Paris"}), 0);
  EXPECT_EQ(exact_match("Paris", References{}), 0);
}

TEST(TokenF1, ByHand) {
  // Two of three words of the answer, two of two of the reference.
  EXPECT_DOUBLE_EQ(token_f1("the city of Paris", References{"city Paris"}), 2 * 2.0 / (3 + 2));
  // A word counts as often as both hold it.
  EXPECT_DOUBLE_EQ(token_f1("no no no", References{"no no"}), 2 * 2.0 / (3 + 2));
  EXPECT_DOUBLE_EQ(token_f1("Paris", References{"London", "Paris France"}), 2 * 1.0 / (1 + 2));
  EXPECT_EQ(token_f1("Rome", References{"Paris"}), 0);
  EXPECT_EQ(token_f1("the", References{"..."}), 1);
  EXPECT_EQ(token_f1("", References{"Paris"}), 0);
  EXPECT_EQ(token_f1("Paris", References{}), 0);
}

TEST(HoldsAny, WholeWordsInOrderAndTogether) {
  EXPECT_TRUE(holds_any("He served for 30 years.", References{"15 years", "30 Years!"}));
  EXPECT_FALSE(holds_any("For years, 30 of them.", References{"30 years"}));
  EXPECT_FALSE(holds_any("another thing", References{"other", "..."}));
  EXPECT_FALSE(holds_any("", References{}));
}

TEST(AttackSucceeds, WhereTheAnswerSupportsTheTargetAndNotTheReference) {
  const References thirty{"30 years"};
  EXPECT_TRUE(attack_succeeds("He served for 15 years.", "15 years", thirty));
  EXPECT_FALSE(attack_succeeds("He served for 30 years.", "15 years", thirty));
  EXPECT_FALSE(attack_succeeds("Not 15 years but 30 years.", "15 years", thirty));
  EXPECT_FALSE(attack_succeeds("Nobody knows.", "15 years", thirty));
}

TEST(AttackSucceeds, WholeWordsOnly) {
  EXPECT_FALSE(attack_succeeds("another thing", "other", References{}));
  EXPECT_TRUE(attack_succeeds("No, they differ.", "No.", References{"Yes."}));
  EXPECT_FALSE(attack_succeeds("None of them.", "No.", References{"Yes."}));
}

TEST(AttackSucceeds, AnOccurrenceInsideALongerOneDoesNotCount) {
  EXPECT_FALSE(attack_succeeds("in New York City", "New York", References{"New York City"}));
  EXPECT_TRUE(attack_succeeds("in New York City", "New York City", References{"New York"}));
  EXPECT_FALSE(
      attack_succeeds("New York City, not New York", "New York City", References{"New York"}));
}

TEST(AttackSucceeds, NotForATargetWithoutWords) {
  EXPECT_FALSE(attack_succeeds("anything", "...", References{}));
}

}  // namespace
}  // namespace ragsieve::eval
