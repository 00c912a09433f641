#include "ragsieve/text/word_hashes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ragsieve/text/words.h"

namespace ragsieve {
namespace {

TEST(WordHashes, OverlapIsThatOfTheWords) {
  const std::string_view a = "The tank holds seven litres of WATER, the tank.";
  const std::string_view b = "A tank of nine litres holds oil";
  EXPECT_DOUBLE_EQ(jaccard(word_hashes(a), word_hashes(b)), jaccard(word_set(a), word_set(b)));
  EXPECT_DOUBLE_EQ(jaccard(word_hashes(a), word_hashes("THE TANK HOLDS seven of litres water")), 1);
}

TEST(WordHashes, AreSortedWithoutRepeats) {
  const WordHashes hashes = word_hashes("one two three two one");
  EXPECT_EQ(hashes.size(), 3U);
  EXPECT_TRUE(std::is_sorted(hashes.begin(), hashes.end()));
}

TEST(WordHashes, NothingHasNoOverlap) {
  EXPECT_DOUBLE_EQ(jaccard(word_hashes(""), word_hashes("")), 0);
  EXPECT_DOUBLE_EQ(jaccard(word_hashes("a"), word_hashes("")), 0);
}

}  // namespace
}  // namespace ragsieve
