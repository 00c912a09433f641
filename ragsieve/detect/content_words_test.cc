#include "ragsieve/detect/content_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace ragsieve {
namespace {

std::vector<std::string> contents(std::string_view text) {
  std::vector<std::string> found;
  for (const ContentWord& word : word_sets(text).contents) {
    found.emplace_back(text.substr(word.range.start, word.range.end - word.range.start));
  }
  std::sort(found.begin(), found.end());
  return found;
}

using Strings = std::vector<std::string>;

TEST(ContentWords, AreLongEnoughOrDigits) {
  EXPECT_EQ(contents("It is at 7 Elm st, on the 42nd"), (Strings{"42nd", "7", "Elm", "the"}));
}

TEST(ContentWords, AreFoundOnceWhateverTheirCase) {
  EXPECT_EQ(contents("Oslo oslo OSLO"), (Strings{"Oslo"}));
}

TEST(ContentWords, CountCodePointsAndNotBytes) {
  EXPECT_EQ(contents("он был в Минске"), (Strings{"Минске", "был"}));
}

TEST(ContentWords, ArePairsOfLettersWhereNoSpacesAreWritten) {
  EXPECT_EQ(contents("北京大学"), (Strings{"京大", "北京", "大学"}));
  EXPECT_TRUE(contents("да но").empty());  // a space between them
}

TEST(WordSets, HoldWordsAndPairsOnce) {
  const WordSets sets = word_sets("a b a b a");
  EXPECT_EQ(sets.words.size(), 5U);
  EXPECT_EQ(sets.set.size(), 2U);
  EXPECT_EQ(sets.pairs.size(), 2U);
  EXPECT_TRUE(std::is_sorted(sets.set.begin(), sets.set.end()));
}

TEST(Overlap, IsThatOfJaccard) {
  const auto of = [](std::string_view a, std::string_view b) {
    return overlap(word_sets(a).set, word_sets(b).set);
  };
  EXPECT_DOUBLE_EQ(of("a b c", "b c d"), 0.5);
  EXPECT_DOUBLE_EQ(of("a", "a"), 1);
  EXPECT_DOUBLE_EQ(of("a", "b"), 0);
  EXPECT_DOUBLE_EQ(of("", ""), 0);
}

}  // namespace
}  // namespace ragsieve
