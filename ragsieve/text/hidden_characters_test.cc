#include "ragsieve/text/hidden_characters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace ragsieve {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(HiddenCharacters, TagsAreARun) {
  const auto runs = hidden_runs("a\U000E0041\U000E0042 b");
  ASSERT_THAT(runs, SizeIs(1));
  EXPECT_EQ(runs[0].kind, HiddenKind::kTags);
  EXPECT_EQ(runs[0].range, (ByteRange{1, 9}));
  EXPECT_EQ(runs[0].count, 2U);
}

TEST(HiddenCharacters, AnOverrideAroundLatinLettersIsFound) {
  const auto runs = hidden_runs("x \u202Eerongi\u202C y");
  ASSERT_THAT(runs, SizeIs(1));
  EXPECT_EQ(runs[0].kind, HiddenKind::kOverride);
  EXPECT_EQ(runs[0].range, (ByteRange{2, 11}));
}

TEST(HiddenCharacters, ZeroWidthsInsideOfWordsAreFound) {
  const auto runs = hidden_runs("i\u200Bg\u200Bn\u2060ore");
  ASSERT_THAT(runs, SizeIs(1));
  EXPECT_EQ(runs[0].kind, HiddenKind::kZeroWidth);
  EXPECT_EQ(runs[0].count, 3U);
}

TEST(HiddenCharacters, HonestUsesAreNoFindings) {
  const std::string england =
      "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F";
  for (const std::string& text : {
           std::string("\uFEFFA leading BOM"),
           std::string("👨\u200D👩\u200D👧\u200D👦 and 🏳️\u200D🌈"),
           england + england,
           std::string("می\u200Cخواهم نمی\u200Cدانم می\u200Cروند کتاب\u200Cها"),
           std::string("क्\u200Dष क्\u200Dष क्\u200Dष र्\u200Dय"),
           std::string("שלום\u200F עולם\u200E abc \u202Bטקסט\u202C"),
           std::string("ex\u00ADtra\u00ADor\u00ADdi\u00ADna\u00ADry"),
           std::string("one\u200Bbreak in a word"),
           std::string("ภาษา\u200Bไทย\u200Bไม่มี\u200Bช่องว่าง"),
           std::string("\u202Eשלום\u202C"),
       }) {
    EXPECT_THAT(hidden_runs(text), IsEmpty()) << text;
  }
}

TEST(HiddenCharacters, AnOpenOverrideEndsWithItsLine) {
  EXPECT_THAT(override_ranges("\u202Eab\ncd"), ::testing::ElementsAre(ByteRange{3, 5}));
  EXPECT_THAT(override_ranges("\u202E\u202E"), SizeIs(2));
}

std::string repeated(const std::string& text, std::size_t n) {
  std::string out;
  for (std::size_t i = 0; i < n; ++i) out += text;
  return out;
}

// Bits as zero-width characters, bytes as variation selectors: wherever they stand.
TEST(HiddenCharacters, ARowOfInvisibleCharactersThatSpellsSomethingIsCoded) {
  const std::string bits = repeated("\u200B\u200C", 8);
  const auto in_text = hidden_runs("A plain " + bits + "sentence.");
  ASSERT_THAT(in_text, SizeIs(1));
  EXPECT_EQ(in_text[0].kind, HiddenKind::kCoded);
  EXPECT_EQ(in_text[0].count, 16U);
  EXPECT_EQ(in_text[0].range.start, 8U);
  EXPECT_EQ(in_text[0].range.end, 8 + bits.size());
  EXPECT_THAT(hidden_runs(bits), SizeIs(1));
  const auto smuggled = hidden_runs("😀" + repeated("\U000E0142", 4) + " hello");
  ASSERT_THAT(smuggled, SizeIs(1));
  EXPECT_EQ(smuggled[0].kind, HiddenKind::kCoded);
  EXPECT_EQ(smuggled[0].count, 4U);
}

TEST(HiddenCharacters, ALayoutsRowsAndSingleSelectorsSpellNothing) {
  EXPECT_THAT(hidden_runs("x " + repeated("\u200B", 200) + " y"), IsEmpty());
  EXPECT_THAT(hidden_runs(repeated("\u034F\u200C ", 100)), IsEmpty());  // of mail, with spaces
  EXPECT_THAT(hidden_runs(repeated("\u200B\u200C", 7) + " y"), IsEmpty());
  EXPECT_THAT(hidden_runs("❤\uFE0F☀\uFE0F葛\U000E0100城 ✔\uFE0E"), IsEmpty());
  EXPECT_THAT(hidden_runs("☀" + repeated("\uFE0F", 3)), IsEmpty());
}

TEST(HiddenCharacters, NamesAreStable) {
  EXPECT_EQ(hidden_name(HiddenKind::kCoded), "coded");
  EXPECT_EQ(hidden_name(HiddenKind::kTags), "tags");
  EXPECT_EQ(hidden_name(HiddenKind::kZeroWidth), "zero_width");
}

}  // namespace
}  // namespace ragsieve
