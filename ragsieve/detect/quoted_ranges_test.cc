#include "ragsieve/detect/quoted_ranges.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace ragsieve {
namespace {

bool is_quoted(const std::string& text, std::string_view needle) {
  const std::size_t at = text.find(needle);
  for (const ByteRange range : quoted_ranges(text)) {
    if (range.start <= at && at + needle.size() <= range.end) return true;
  }
  return false;
}

TEST(QuotedRanges, MarksOfManyLanguagesQuote) {
  for (const char* text : {"a “X” b", "a „X“ b", "a »X« b", "a « X » b", "a ‹X› b", "a ‘X’ b",
                           "a 「X」 b", "a 『X』 b", "a 《X》 b", "a \"X\" b", "it's 'X' b",
                           "a `X` b", "a ``X`` b", "<code>X</code>", "<pre>X</pre>"}) {
    EXPECT_TRUE(is_quoted(text, "X")) << text;
  }
}

TEST(QuotedRanges, BlocksQuote) {
  for (const char* text : {"a\n> X\nb", "a\n```\nX\n```\nb", "a\n~~~\nX\n~~~\nb", "a\n\n    X\nb",
                           "| a | X |\n", "a\n```\nX"}) {
    EXPECT_TRUE(is_quoted(text, "X")) << text;
  }
}

TEST(QuotedRanges, OrdinaryTextDoesNot) {
  for (const char* text :
       {"don't X or can't", "a \"b\" X \"c\"", "a 5\" X 6\" b", "```\na\n```\nX", "a “b\n\nX” c",
        "a `b\n\nX` c", "a\n    X continues a list", "a | X | b", "X", ""}) {
    EXPECT_FALSE(is_quoted(text, "X")) << text;
  }
}

TEST(QuotedRanges, AQuotationHasABound) {
  EXPECT_TRUE(is_quoted("\"" + std::string(1900, 'a') + "X\"", "X"));
  EXPECT_FALSE(is_quoted("\"" + std::string(2100, 'a') + "X\"", "X"));
}

}  // namespace
}  // namespace ragsieve
