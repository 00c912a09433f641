#include "ragsieve/text/ngram.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace ragsieve {
namespace {

std::vector<std::string> cut(std::string_view text) {
  std::vector<std::string> words;
  for (const NgramWord& word : ngram_words(text)) {
    words.emplace_back(text.substr(word.range.start, word.range.end - word.range.start));
  }
  return words;
}

using Strings = std::vector<std::string>;

TEST(NgramWords, AreRunsOfLettersMarksAndDigits) {
  EXPECT_EQ(cut("It's 42nd-rate, \xC3\x89mile!"),
            (Strings{"It", "s", "42nd", "rate", "\xC3\x89mile"}));
  EXPECT_EQ(cut("  ...  "), Strings{});
  EXPECT_EQ(cut(""), Strings{});
}

TEST(NgramWords, ArePartsOfOtherAlphabetsToo) {
  EXPECT_EQ(cut("Привет, мир"), (Strings{"Привет", "мир"}));
}

TEST(NgramWords, AreSingleLettersWhereNoSpacesAreWritten) {
  EXPECT_EQ(cut("東京ABC"), (Strings{"東", "京", "ABC"}));
  EXPECT_EQ(cut("ABC東"), (Strings{"ABC", "東"}));
  EXPECT_EQ(cut("ที่").size(), 1U);  // a Thai letter with its vowel sign and tone mark
}

TEST(NgramWords, AreCaseFolded) {
  const auto words = ngram_words("Straße STRASSE éMILE ÉMILE one ONE");
  EXPECT_EQ(words[2].hash, words[3].hash);
  EXPECT_EQ(words[4].hash, words[5].hash);
  EXPECT_NE(words[0].hash, words[4].hash);
}

TEST(NgramWords, AreSeparatedByBytesThatAreNotUtf8) {
  EXPECT_EQ(cut("one\xFFtwo"), (Strings{"one", "two"}));
}

TEST(NgramWords, DependOnTheOrderOfAPair) {
  const auto words = ngram_words("one two");
  EXPECT_NE(pair_hash(words[0].hash, words[1].hash), pair_hash(words[1].hash, words[0].hash));
}

TEST(NgramCounts, CountsWordsAndPairsWithinATextOnly) {
  NgramCounts counts(1000, 1 << 20);
  const auto first = ngram_words("the cat the cat");
  const auto second = ngram_words("the dog");
  counts.add(first);
  counts.add(second);
  EXPECT_EQ(counts.words().count(first[0].hash), 3U);
  EXPECT_EQ(counts.words().count(first[1].hash), 2U);
  EXPECT_EQ(counts.words().n_added(), 6U);
  EXPECT_EQ(counts.words().n_distinct(), 3U);
  EXPECT_EQ(counts.pairs().count(pair_hash(first[0].hash, first[1].hash)), 2U);
  EXPECT_EQ(counts.pairs().count(pair_hash(first[1].hash, first[0].hash)), 1U);
  EXPECT_EQ(counts.pairs().count(pair_hash(first[1].hash, second[0].hash)), 1U);  // "cat the"
  EXPECT_EQ(counts.pairs().count(pair_hash(second[1].hash, first[0].hash)), 0U);
}

TEST(HashCounts, AreNeverTooSmallWhereMemoryIsShort) {
  HashCounts counts(1 << 20, 0);
  EXPECT_EQ(counts.bytes(), std::size_t{64} << 10);
  for (std::uint64_t i = 0; i < 30000; ++i) counts.add(pair_hash(i, i + 1));
  for (std::uint64_t i = 0; i < 30000; ++i) ASSERT_GE(counts.count(pair_hash(i, i + 1)), 1U);
}

TEST(HashCounts, AreTheSameForAnyNumberOfThreads) {
  HashCounts one(20000, 1 << 20);
  HashCounts two(20000, 1 << 20);
  const auto add = [](HashCounts& counts, std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) counts.add(pair_hash(i % 977, 7));
  };
  add(one, 0, 20000);
  std::thread other([&] { add(two, 0, 10000); });
  add(two, 10000, 20000);
  other.join();
  EXPECT_EQ(one.n_distinct(), two.n_distinct());
  EXPECT_EQ(one.n_added(), two.n_added());
  for (std::uint64_t i = 0; i < 977; ++i) {
    ASSERT_EQ(one.count(pair_hash(i, 7)), two.count(pair_hash(i, 7)));
  }
}

}  // namespace
}  // namespace ragsieve
