#include "ragsieve/text/words.h"

#include <gtest/gtest.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <array>
#include <random>

namespace ragsieve {
namespace {

using List = std::vector<std::string>;

TEST(Words, RunsOfAsciiLettersAndDigits) {
  EXPECT_EQ(words("Hello, World! don't C++20 a_b"),
            (List{"hello", "world", "don", "t", "c", "20", "a", "b"}));
  EXPECT_EQ(words("zzzzzzzzzzZZZZZZZZZZ0123456789"), (List{"zzzzzzzzzzzzzzzzzzzz0123456789"}));
}

TEST(Words, NothingWithoutAsciiWords) {
  EXPECT_TRUE(words("").empty());
  EXPECT_TRUE(words(" \t\n.,;").empty());
  EXPECT_TRUE(words("\u043F\u0440\u0438\u0432\u0435\u0442 \u4E2D\u6587").empty());
}

TEST(Words, KeepsOrderAndRepeats) {
  EXPECT_EQ(words("b a B"), (List{"b", "a", "b"}));
  EXPECT_EQ(word_set("b a B ab"), (List{"a", "ab", "b"}));
}

TEST(Words, FullCaseFolding) {
  EXPECT_EQ(words("Stra\u00DFe GRO\u1E9E"), (List{"strasse", "gross"}));
  EXPECT_EQ(words("\u0130stanbul"), (List{"i", "stanbul"}));  // i, then a mark
  EXPECT_EQ(words("\u212A 5\u017F \uFB01ne o\uFB03ce"), (List{"k", "5s", "fine", "office"}));
  EXPECT_EQ(words("\u0149x"), (List{"nx"}));        // a letter apostrophe, then n
  EXPECT_EQ(words("x\u01F0x"), (List{"xj", "x"}));  // j, then a mark
  EXPECT_EQ(words("caf\u00E9s"), (List{"caf", "s"}));
}

TEST(Words, ControlCharactersBreak) {
  EXPECT_EQ(words(std::string_view("a\0b", 3)), (List{"a", "b"}));
  EXPECT_EQ(words("a\u200Db"), (List{"a", "b"}));
}

TEST(Words, BytesThatAreNotUtf8Break) {
  EXPECT_EQ(words("a\xFF"
                  "b\xC3"),
            (List{"a", "b"}));
}

// The folding of every code point against ICU, those past U+FFFF too: the table ends there.
TEST(Words, EveryCodePointFoldsAsIcuFoldsIt) {
  for (UChar32 c = 1; c <= 0x10FFFF; ++c) {
    if (U_IS_SURROGATE(c)) continue;
    std::array<UChar, 2> source{};
    std::int32_t n_source = 0;
    U16_APPEND_UNSAFE(source.data(), n_source, c);
    std::array<UChar, 8> folded{};
    UErrorCode error = U_ZERO_ERROR;
    const std::int32_t n = u_strFoldCase(folded.data(), 8, source.data(), n_source, 0, &error);
    List expected(1);
    for (std::int32_t i = 0; i < n; ++i) {
      const UChar unit = folded[static_cast<std::size_t>(i)];
      const bool in_word = (unit >= 'a' && unit <= 'z') || (unit >= '0' && unit <= '9');
      if (in_word) expected.back() += static_cast<char>(unit);
      if (!in_word && !expected.back().empty()) expected.emplace_back();
    }
    if (expected.back().empty()) expected.pop_back();
    std::array<char, 4> utf8{};
    std::size_t n_bytes = 0;
    U8_APPEND_UNSAFE(utf8.data(), n_bytes, c);
    ASSERT_EQ(words({utf8.data(), n_bytes}), expected) << "U+" << std::hex << c;
  }
}

TEST(WordSet, AgreesWithSortingTheWords) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (std::size_t i = random() % 120; i > 0; --i) {
      for (std::size_t n = random() % 12; n > 0; --n) text += "abz09"[random() % 5];
      text += ' ';
    }
    List expected = words(text);
    std::sort(expected.begin(), expected.end());
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    ASSERT_EQ(word_set(text), expected) << text;
  }
}

TEST(Jaccard, SharedOverEither) {
  EXPECT_DOUBLE_EQ(jaccard({"a", "b", "c"}, {"b", "c", "d"}), 0.5);
  EXPECT_EQ(jaccard({"a"}, {"a"}), 1);
  EXPECT_EQ(jaccard({"a"}, {"b"}), 0);
  EXPECT_EQ(jaccard({"a"}, {}), 0);
  EXPECT_EQ(jaccard({}, {}), 0);
}

}  // namespace
}  // namespace ragsieve
