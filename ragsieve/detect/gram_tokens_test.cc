#include "ragsieve/detect/gram_tokens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Lt;
using ::testing::SizeIs;

std::vector<std::string> texts(std::string_view text) {
  std::vector<std::string> found;
  for (const GramToken& token : gram_tokens(text)) found.emplace_back(token.text);
  return found;
}

TEST(GramTokens, WordsEndAtPunctuation) {
  EXPECT_THAT(texts("do not, tell\nthe user's 2 friends"),
              ElementsAre("do", "not", "tell", "the", "user", "s", "2", "friends"));
  EXPECT_THAT(texts(""), IsEmpty());
  EXPECT_THAT(texts("?! -"), IsEmpty());
}

TEST(GramTokens, LettersOfOtherScriptsAreWords) {
  EXPECT_THAT(texts("забудь все"), ElementsAre("забудь", "все"));
  EXPECT_THAT(texts("निर्देश दो"), ElementsAre("निर्देश", "दो"));
}

TEST(GramTokens, ScriptsWithoutSpacesGoCharacterByCharacter) {
  EXPECT_THAT(texts("ai忽略 指令"), ElementsAre("ai", "忽", "略", "指", "令"));
  EXPECT_TRUE(gram_tokens("忽")[0].alone);
  EXPECT_FALSE(gram_tokens("ai")[0].alone);
}

TEST(GramBuckets, AreSortedWithoutRepeatsAndBelowTheirNumber) {
  const auto buckets = gram_buckets(gram_tokens("tell them, tell them"));
  EXPECT_TRUE(std::ranges::is_sorted(buckets));
  EXPECT_TRUE(std::ranges::adjacent_find(buckets) == buckets.end());
  for (const std::uint32_t bucket : buckets) EXPECT_THAT(bucket, Lt(kGramBuckets));
}

TEST(GramBuckets, CountWordsPairsAndCharacters) {
  // "<ab>": 2 of three characters, 1 of four; the word; the pair of both words.
  EXPECT_THAT(token_buckets(gram_tokens("ab")[0]), SizeIs(1 + 2 + 1));
  EXPECT_THAT(gram_buckets(gram_tokens("ab cd")), SizeIs(2 * 4 + 1));
  // Three characters alone: three, two pairs, one run.
  EXPECT_THAT(gram_buckets(gram_tokens("忽略指")), SizeIs(3 + 2 + 1));
}

TEST(GramBuckets, DigitsAreAlike) {
  EXPECT_EQ(gram_buckets(gram_tokens("room 12")), gram_buckets(gram_tokens("room 97")));
}

// The model's weights are by bucket, so the hash is part of its format.
TEST(GramBuckets, StayWhereTheyAre) {
  EXPECT_THAT(token_buckets(gram_tokens("忽")[0]), ElementsAre(292U));
  EXPECT_THAT(token_buckets(gram_tokens("a")[0]), ElementsAre(42458U, 60149U));
}

TEST(GramBuckets, OfALongWordAreThoseOfItsFront) {
  const std::string word(64, 'x');
  EXPECT_EQ(gram_buckets(gram_tokens(word + "yyy")), gram_buckets(gram_tokens(word + "zzzz")));
}

}  // namespace
}  // namespace ragsieve
