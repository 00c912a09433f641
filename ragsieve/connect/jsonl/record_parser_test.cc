#include "ragsieve/connect/jsonl/record_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

Error document_error(std::string_view line) {
  Result<Record> record = RecordParser().parse_document(line);
  EXPECT_FALSE(record.ok()) << line;
  return record.ok() ? Error{} : std::move(record).error();
}

TEST(RecordParser, BeirRecord) {
  const Record record =
      RecordParser().parse_document(R"({"_id":"d1","title":"T","text":"x","metadata":{}})").value();
  EXPECT_EQ(record.id, "d1");
  EXPECT_EQ(record.id_field, "_id");
  EXPECT_EQ(record.title, "T");
  EXPECT_EQ(record.text, "x");
}

TEST(RecordParser, PlainIdWhereThereIsNoOther) {
  const Record record = RecordParser().parse_document(R"({"id":"d1","text":"x"})").value();
  EXPECT_EQ(record.id, "d1");
  EXPECT_EQ(record.id_field, "id");
  EXPECT_EQ(record.title, "");
  EXPECT_EQ(RecordParser().parse_document(R"({"id":7,"_id":"d1","text":"x"})")->id, "d1");
}

TEST(RecordParser, NullTitleIsNoTitle) {
  EXPECT_EQ(RecordParser().parse_document(R"({"id":"a","title":null,"text":"x"})")->title, "");
  EXPECT_EQ(document_error(R"({"id":"a","title":null,"title":"y","text":"x"})").where.field,
            "title");
  EXPECT_EQ(document_error(R"({"id":"a","title":3,"text":"x"})").where.field, "title");
}

TEST(RecordParser, EscapesAreDecoded) {
  EXPECT_EQ(RecordParser().parse_document(R"({"id":"a","text":"\u00e9\n\ud83d\ude00"})")->text,
            "é\n😀");
}

TEST(RecordParser, WhatIsNoRecord) {
  EXPECT_THAT(document_error("{").message, HasSubstr("not JSON"));
  EXPECT_THAT(document_error("plain").message, HasSubstr("not JSON"));
  EXPECT_THAT(document_error(R"(["a"])").message, HasSubstr("expected a JSON object, found array"));
  EXPECT_THAT(document_error(R"({"id":"a","text":"x"} {})").message, HasSubstr("not JSON"));
  EXPECT_THAT(document_error("{\"id\":\"a\",\"text\":\"\xFF\"}").message,
              HasSubstr("invalid UTF-8 at byte 18"));
  EXPECT_THAT(document_error(R"({"id":"a","text":"\ud800"})").message, HasSubstr("not JSON"));
}

TEST(RecordParser, MissingMembersAreNamed) {
  const Error no_id = document_error(R"({"text":"x"})");
  EXPECT_EQ(no_id.code, Code::kInvalidInput);
  EXPECT_EQ(no_id.where.field, "_id");
  EXPECT_THAT(no_id.message, HasSubstr("is missing"));
  EXPECT_EQ(document_error(R"({"_id":"a","title":"x"})").where.field, "text");
}

TEST(RecordParser, WrongTypesAreNamed) {
  const Error number = document_error(R"({"_id":12,"text":"x"})");
  EXPECT_EQ(number.where.field, "_id");
  EXPECT_THAT(number.message, HasSubstr("expected a string, found number"));
  EXPECT_EQ(document_error(R"({"id":12,"text":"x"})").where.field, "id");
  EXPECT_THAT(document_error(R"({"_id":"a","text":["x"]})").message,
              HasSubstr("expected a string, found array"));
  EXPECT_EQ(document_error(R"({"_id":"a","text":"x","text":"y"})").where.field, "text");
}

TEST(RecordParser, QueryNeedsNoTitle) {
  const Record record = RecordParser().parse_query(R"({"id":"q","title":3,"text":"why"})").value();
  EXPECT_EQ(record.id, "q");
  EXPECT_EQ(record.text, "why");
  EXPECT_EQ(RecordParser().parse_query(R"({"id":"q"})").error().where.field, "text");
}

}  // namespace
}  // namespace ragsieve
