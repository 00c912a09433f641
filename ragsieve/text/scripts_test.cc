#include "ragsieve/text/scripts.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace ragsieve {
namespace {

using Counts = std::vector<std::pair<Script, std::size_t>>;

TEST(Scripts, ByCharacterName) {
  EXPECT_EQ(script_of(U'a'), Script::kLatin);
  EXPECT_EQ(script_of(U'\u00E9'), Script::kLatin);
  EXPECT_EQ(script_of(U'\uFF21'), Script::kLatin);  // FULLWIDTH LATIN
  EXPECT_EQ(script_of(U'\u0434'), Script::kCyrillic);
  EXPECT_EQ(script_of(U'\u0645'), Script::kArabic);
  EXPECT_EQ(script_of(U'\u05D0'), Script::kHebrew);
  EXPECT_EQ(script_of(U'\u0915'), Script::kDevanagari);
  EXPECT_EQ(script_of(U'\u0995'), Script::kBengali);
  EXPECT_EQ(script_of(U'\u0E01'), Script::kThai);
  EXPECT_EQ(script_of(U'\u0561'), Script::kArmenian);
  EXPECT_EQ(script_of(U'\u10D0'), Script::kGeorgian);
  EXPECT_EQ(script_of(U'\u03B1'), Script::kGreek);
  EXPECT_EQ(script_of(U'\u4E2D'), Script::kEastAsian);
  EXPECT_EQ(script_of(U'\U00020000'), Script::kEastAsian);
  EXPECT_EQ(script_of(U'\uD55C'), Script::kEastAsian);  // HANGUL SYLLABLE
  EXPECT_EQ(script_of(U'\u1100'), Script::kEastAsian);  // HANGUL CHOSEONG
  EXPECT_EQ(script_of(U'\u3042'), Script::kEastAsian);
  EXPECT_EQ(script_of(U'\u30AB'), Script::kEastAsian);
}

TEST(Scripts, TheNameDecidesWhereThePropertyDiffers) {
  EXPECT_EQ(script_of(U'\u30FC'), Script::kEastAsian);  // KATAKANA-HIRAGANA PROLONGED SOUND MARK
  EXPECT_EQ(script_of(U'\u3005'), Script::kOther);      // IDEOGRAPHIC ITERATION MARK
  EXPECT_EQ(script_of(U'\u00B5'), Script::kOther);      // MICRO SIGN
  EXPECT_EQ(script_of(U'\u2126'), Script::kOther);      // OHM SIGN
  EXPECT_EQ(script_of(U'\U0001D518'), Script::kOther);  // MATHEMATICAL FRAKTUR CAPITAL U
  EXPECT_EQ(script_of(U'\u0B95'), Script::kOther);      // TAMIL
}

TEST(Scripts, OnlyLettersHaveOne) {
  for (const char32_t c : {U'0', U' ', U'.', U'\0', U'\u0301', U'\u064E', U'\u2160', U'\u3002',
                           U'\uE000', U'\uFFFF', U'\U0001F600'}) {
    EXPECT_EQ(script_of(c), Script::kNone) << static_cast<unsigned>(c);
  }
  EXPECT_EQ(script_of(char32_t{0x110000}), Script::kNone);
  EXPECT_EQ(script_of(char32_t{0xD800}), Script::kNone);
}

TEST(Scripts, Names) {
  EXPECT_EQ(script_name(Script::kLatin), "LATIN");
  EXPECT_EQ(script_name(Script::kGreek), "GREEK");
  EXPECT_EQ(script_name(Script::kEastAsian), "EAST_ASIAN");
  EXPECT_EQ(script_name(Script::kOther), "OTHER");
  EXPECT_EQ(script_name(Script::kNone), "NONE");
}

TEST(ScriptProfile, WithoutLettersIsEmpty) {
  for (const std::string_view text : {"", " ", "123 .,;", "\u0301\u2028"}) {
    const ScriptProfile profile = script_profile(text);
    EXPECT_TRUE(profile.counts.empty());
    EXPECT_EQ(profile.foreign_fraction, 0);
    EXPECT_FALSE(profile.mixed);
  }
}

TEST(ScriptProfile, CountsInEnumOrder) {
  const ScriptProfile profile = script_profile("\u4E2D a\u00E9b 1");
  EXPECT_EQ(profile.counts, (Counts{{Script::kLatin, 3}, {Script::kEastAsian, 1}}));
  EXPECT_EQ(profile.foreign_fraction, 0.25);
  EXPECT_FALSE(profile.mixed);
  EXPECT_TRUE(profile.seams.empty());
}

TEST(ScriptProfile, NeighboursOfTwoScriptsAreMixed) {
  const ScriptProfile profile = script_profile("xx COVID\u75AB\u60C5a");
  EXPECT_TRUE(profile.mixed);
  EXPECT_EQ(profile.seams, (std::vector<ByteRange>{{7, 11}, {11, 15}}));
}

TEST(ScriptProfile, WhatIsNoLetterEndsTheAdjacency) {
  EXPECT_FALSE(script_profile("a \u0434").mixed);
  EXPECT_FALSE(script_profile("a1\u0434").mixed);
  EXPECT_FALSE(script_profile("e\u0301\u0434").mixed);  // a combining mark
  EXPECT_FALSE(script_profile("a\u200D\u0434").mixed);
  EXPECT_FALSE(script_profile("\u0434-a").mixed);
  EXPECT_TRUE(script_profile("\u0434a").mixed);
  EXPECT_TRUE(script_profile("\u00E9\u0434").mixed);
}

TEST(ScriptProfile, ThreeScriptsAreMixedAndOtherCountsAsOne) {
  EXPECT_FALSE(script_profile("a \u0434").mixed);
  EXPECT_TRUE(script_profile("a \u0434 \u03B1").mixed);
  EXPECT_TRUE(script_profile("a \u0434 \u0B95").mixed);
  EXPECT_FALSE(script_profile("a \u0B95 \u2126").mixed);  // two of OTHER
}

TEST(ScriptProfile, KeepsTheFirstSeams) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += "a\u0434";
  EXPECT_EQ(script_profile(text).seams.size(), 8U);
  EXPECT_EQ(script_profile(text, 100).seams.size(), 39U);
  EXPECT_TRUE(script_profile(text, 0).seams.empty());
  EXPECT_TRUE(script_profile(text, 0).mixed);
}

TEST(ScriptProfile, BytesThatAreNotUtf8AreNoLetters) {
  const ScriptProfile profile = script_profile("a\xFF\xD0\xB4\xD0");
  EXPECT_EQ(profile.counts, (Counts{{Script::kLatin, 1}, {Script::kCyrillic, 1}}));
  EXPECT_FALSE(profile.mixed);
}

TEST(Scripts, ThreadsAgree) {
  std::vector<std::vector<Script>> seen(4);
  std::vector<std::thread> threads;
  for (auto& scripts : seen) {
    threads.emplace_back([&scripts] {
      for (char32_t c = 0x1000; c < 0x3000; ++c) scripts.push_back(script_of(c));
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& scripts : seen) EXPECT_EQ(scripts, seen[0]);
}

}  // namespace
}  // namespace ragsieve
