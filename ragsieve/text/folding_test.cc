#include "ragsieve/text/folding.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace ragsieve {
namespace {

TEST(Folding, CaseFormsAndAccentsDisappear) {
  const std::array<std::pair<const char*, const char*>, 9> cases = {{
      {"Ignore ALL", "ignore all"},
      {"Ｉｇｎｏｒｅ", "ignore"},
      {"𝐢𝐠𝐧𝐨𝐫𝐞", "ignore"},
      {"ɪɢɴᴏʀᴇ", "ignore"},
      {"précédentes Übung", "precedentes ubung"},
      {"größer", "grosser"},
      {"TALİMATLARI yok say ığ", "talimatlari yok say ig"},
      {"ЁЖИК їжак", "ежик іжак"},
      {"I\u0337g\u0335nore", "ignore"},
  }};
  for (const auto& [text, expected] : cases) EXPECT_EQ(folded(text), expected);
}

TEST(Folding, ArabicAndPersianShareLetters) {
  EXPECT_EQ(folded("تجـاهَل"), folded("تجاهل"));
  EXPECT_EQ(folded("کاربر"), folded("كاربر"));
  EXPECT_EQ(folded("می\u200cکند"), folded("میکند"));
}

TEST(Folding, WhatIsInvisibleIsRemovedAndMapped) {
  const TextView view = folded_view("ig\u200bno\u00ADre");
  EXPECT_EQ(view.text(), "ignore");
  EXPECT_EQ(view.source_of({2, 3}), (ByteRange{5, 6}));
  EXPECT_EQ(view.source_of({0, 6}), (ByteRange{0, 11}));
}

TEST(Folding, PunctuationIsAscii) {
  EXPECT_EQ(folded("“a” „b“ «c» ‘d’ 「e」 f—g"), "\"a\" \"b\" \"c\" 'd' \"e\" f-g");
  EXPECT_EQ(folded("一、二。三！四？"), "一,二.三!四?");
  EXPECT_EQ(folded("ا، ب؟ ج۔ क।"), "ا, ب? ج. क.");
  EXPECT_EQ(folded("• ➤ ×\u2028x"), "* * *\nx");
  EXPECT_EQ(folded("¿qué? ¡ya!"), ",que? ,ya!");
}

TEST(Folding, DevanagariVowelsAndHangulStay) {
  EXPECT_EQ(folded("पिछले निर्देश"), "पिछले निर्देश");
  EXPECT_EQ(folded("이전 지시"), "이전 지시");
}

TEST(Folding, TagsOutsideOfFlagsAreRead) {
  EXPECT_EQ(folded("\U000E0048\U000E0069"), "hi");
  const std::string england =
      "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F";
  EXPECT_EQ(subdivision_flag_bytes(england, 0), england.size());
  EXPECT_EQ(folded(england + "\U000E0041"),
            "\U0001F3F4"
            "a");
}

TEST(Folding, AFlagWithASentenceInItIsNone) {
  std::string flag = "\U0001F3F4";
  for (int i = 0; i < 7; ++i) flag += "\U000E0061";
  EXPECT_EQ(subdivision_flag_bytes(flag + "\U000E007F", 0), 0U);
  EXPECT_EQ(folded(flag),
            "\U0001F3F4"
            "aaaaaaa");
}

TEST(Folding, CompatibilityFormsAreFound) {
  EXPECT_EQ(compatibility_difference("ab ｃ"), (ByteRange{3, 6}));
  EXPECT_EQ(compatibility_difference("plain é"), std::nullopt);
}

TEST(Folding, EmptyTextHasNoView) { EXPECT_EQ(folded(""), ""); }

}  // namespace
}  // namespace ragsieve
