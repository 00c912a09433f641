#include "ragsieve/core/document.h"

#include <gtest/gtest.h>

namespace ragsieve {
namespace {

Document document(std::string_view title, std::string_view text) {
  Document made;
  set_fields(made, title, text);
  return made;
}

TEST(Document, FieldsAreJoinedAndStripped) {
  EXPECT_EQ(document("Title", "Text").indexed_text, "Title Text");
  EXPECT_EQ(document("", "\n Text\xC2\xA0").indexed_text, "Text");
  EXPECT_EQ(document(" ", " \t").indexed_text, "");
  EXPECT_EQ(document("T", "").indexed_text, "T");
}

TEST(Document, SpansCountBytesOfTheFieldAsGiven) {
  const Document plain = document("Title", "one two");
  const Span in_text = span_of(plain, {10, 13}, "rule", 0.5);
  EXPECT_EQ(in_text.field, "text");
  EXPECT_EQ(in_text.range, (ByteRange{4, 7}));
  EXPECT_EQ(in_text.text, "two");
  EXPECT_EQ(in_text.column, 5U);
  const Span in_title = span_of(plain, {0, 9}, "rule", 0.5);
  EXPECT_EQ(in_title.field, "title");
  EXPECT_EQ(in_title.text, "Title");
}

TEST(Document, SpansSurviveStripping) {
  const Document stripped = document("", "\n\n  \xC3\xA9t\xC3\xA9 two");
  EXPECT_EQ(stripped.indexed_text, "\xC3\xA9t\xC3\xA9 two");
  const Span span = span_of(stripped, {6, 9}, "rule", 1);
  EXPECT_EQ(span.field, "text");
  EXPECT_EQ(span.range, (ByteRange{10, 13}));
  EXPECT_EQ(span.line, 3U);
  EXPECT_EQ(span.column, 7U);
  EXPECT_EQ(span.text, "two");
}

TEST(Document, SpanBeyondTheEndIsCut) {
  const Span span = span_of(document("", "abc"), {1, 99}, "rule", 1);
  EXPECT_EQ(span.text, "bc");
  EXPECT_EQ(span_of(document("", ""), {0, 5}, "rule", 1).text, "");
}

TEST(Document, JoiningSpaceBelongsToTheText) {
  const Span span = span_of(document("T", "abc"), {1, 3}, "rule", 1);
  EXPECT_EQ(span.field, "text");
  EXPECT_EQ(span.range, (ByteRange{0, 1}));
}

}  // namespace
}  // namespace ragsieve
