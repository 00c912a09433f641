// Hidden characters and terminal escapes become marks; everything else stays.
#include "ragsieve/report/visible_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "ragsieve/json/reader.h"

namespace ragsieve {
namespace {

TEST(VisibleText, LeavesPrintableTextAlone) {
  const std::string text = "Gr\u00FC\u00DFe, \u4E2D\u6587 a<b> \U0001F600 e\u0301";
  EXPECT_EQ(visible(text), text);
}

TEST(VisibleText, ShowsControlAndFormatCharacters) {
  EXPECT_EQ(visible("a\u200Bb"), "a<U+200B>b");
  EXPECT_EQ(visible("\x1B[31m"), "<U+001B>[31m");
  EXPECT_EQ(visible("a\r\n\tb"), "a<U+000D><U+000A><U+0009>b");
  EXPECT_EQ(visible(std::string_view("\0", 1)), "<U+0000>");
  EXPECT_EQ(visible("\u202E\u2066\u061C"), "<U+202E><U+2066><U+061C>");
  EXPECT_EQ(visible("\U000E0041\uFE0F\u00AD"), "<U+E0041><U+FE0F><U+00AD>");
  EXPECT_EQ(visible("\u2028\uFEFF\U0001FFFE"), "<U+2028><U+FEFF><U+1FFFE>");
}

TEST(VisibleText, ShowsBytesThatAreNotUtf8) {
  EXPECT_EQ(visible("a\xC3(\xFF"), "a<0xC3>(<0xFF>");
  EXPECT_EQ(visible("\x9B"
                    "31m"),
            "<0x9B>31m");
}

TEST(VisibleText, AMarkInTheTextIsNotTakenForOne) {
  EXPECT_EQ(visible("<U+200B>"), "<U+003C>U+200B>");
  EXPECT_EQ(visible("<0xFF>"), "<U+003C>0xFF>");
}

TEST(VisibleText, CutsAfterCodePoints) {
  EXPECT_EQ(visible_start("\u00E4\u00F6\u00FC", 2), "\u00E4\u00F6\u2026");
  EXPECT_EQ(visible_start("\u00E4\u00F6\u00FC", 3), "\u00E4\u00F6\u00FC");
  EXPECT_EQ(visible_start("", 0), "");
}

TEST(VisibleText, HiddenIntervalsHaveTheirEdges) {
  for (const char32_t c :
       {0x00U, 0x1FU, 0x7FU, 0x9FU, 0x200BU, 0x200FU, 0x202AU, 0x206FU, 0xE0FFFU, 0x10FFFFU}) {
    EXPECT_TRUE(is_hidden(c)) << static_cast<std::uint32_t>(c);
  }
  for (const char32_t c : {0x20U, 0x7EU, 0xA0U, 0x200AU, 0x2010U, 0x202FU, 0x2070U, 0xE1000U}) {
    EXPECT_FALSE(is_hidden(c)) << static_cast<std::uint32_t>(c);
  }
}

TEST(VisibleText, JsonKeepsItsValue) {
  const json::Value value = "\u202Ea\u200B\x7F\u009B\U000E0041\u00E4";
  const std::string safe = visible_json(json::dump(value));
  EXPECT_EQ(safe, "\"\\u202Ea\\u200B\\u007F\\u009B\\uDB40\\uDC41\u00E4\"");
  json::Reader reader;
  const auto read = reader.parse("[" + safe + "]");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read->array()->front().string(), *value.string());
}

}  // namespace
}  // namespace ragsieve
