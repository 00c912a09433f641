#include "ragsieve/connect/jsonl/context_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/base/limits.h"
#include "ragsieve/json/reader.h"

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Result<RetrievedContext> context_of(std::string_view text) {
  RAGSIEVE_TRY(const json::Value record, json::Reader().parse(text));
  return parse_context(record, 7);
}

// The context whose documents are the JSON array `documents`.
Result<RetrievedContext> with_documents(const std::string& documents) {
  return context_of(R"({"query_id":"q1","query":"why?","documents":)" + documents + "}");
}

Error error_of(const std::string& documents) {
  Result<RetrievedContext> context = with_documents(documents);
  EXPECT_FALSE(context.ok()) << documents;
  return context.ok() ? Error{} : std::move(context).error();
}

std::vector<std::string> ids_of(const std::string& documents) {
  std::vector<std::string> ids;
  const Result<RetrievedContext> context = with_documents(documents);
  EXPECT_TRUE(context.ok()) << to_string(context.ok() ? Error{} : context.error());
  if (!context.ok()) return ids;
  for (const Document& document : context->documents) ids.push_back(document.id);
  return ids;
}

TEST(ContextRecord, QueryAndDocuments) {
  const RetrievedContext context =
      with_documents(R"([{"id":"a","text":"x","title":"T","score":0.5},{"_id":"b","text":"y"}])")
          .value();
  EXPECT_EQ(context.query.id, "q1");
  EXPECT_EQ(context.query.text, "why?");
  EXPECT_EQ(context.line, 7U);
  ASSERT_EQ(context.documents.size(), 2U);
  EXPECT_EQ(context.documents[0].indexed_text, "T x");
  EXPECT_EQ(context.documents[0].line, 7U);
  EXPECT_EQ(context.documents[1].id, "b");
}

TEST(ContextRecord, OrderIsByRankWhereAllHaveOne) {
  EXPECT_THAT(ids_of(R"([{"id":"a","text":"x","rank":30},{"id":"b","text":"x","rank":2}])"),
              ElementsAre("b", "a"));
  EXPECT_THAT(ids_of(R"([{"id":"b","text":"x"},{"id":"a","text":"x","rank":null}])"),
              ElementsAre("b", "a"));
  EXPECT_THAT(ids_of("[]"), IsEmpty());
}

TEST(ContextRecord, RanksAreAllOrNone) {
  const Error missing = error_of(R"([{"id":"a","text":"x","rank":1},{"id":"b","text":"x"}])");
  EXPECT_EQ(missing.where.field, "documents[1].rank");
  EXPECT_THAT(missing.message, HasSubstr("rank all or none"));
  const Error given = error_of(R"([{"id":"a","text":"x"},{"id":"b","text":"x","rank":1}])");
  EXPECT_EQ(given.where.field, "documents[1].rank");
  EXPECT_THAT(given.message, HasSubstr("documents[0] has none"));
}

TEST(ContextRecord, RanksAreUniquePositiveIntegers) {
  const Error twice =
      error_of(R"([{"id":"a","text":"x","rank":4},{"id":"b","text":"x","rank":4}])");
  EXPECT_EQ(twice.where.field, "documents[1].rank");
  EXPECT_THAT(twice.message, HasSubstr("is 4, as that of documents[0]"));
  for (const char* rank : {"0", "-1", "1.5", "\"1\"", "true", "[1]"}) {
    const Error error = error_of(R"([{"id":"a","text":"x","rank":)" + std::string(rank) + "}]");
    EXPECT_EQ(error.where.field, "documents[0].rank") << rank;
    EXPECT_THAT(error.message, HasSubstr("expected a positive integer")) << rank;
  }
  EXPECT_THAT(ids_of(R"([{"id":"a","text":"x","rank":18446744073709551615}])"), ElementsAre("a"));
}

TEST(ContextRecord, FieldsOfADocumentAreNamed) {
  const std::string good = R"({"id":"a","text":"x"},)";
  EXPECT_EQ(error_of("[" + good + "3]").where.field, "documents[1]");
  EXPECT_EQ(error_of("[" + good + R"({"text":"x"}])").where.field, "documents[1].id");
  EXPECT_EQ(error_of("[" + good + R"({"id":5,"text":"x"}])").where.field, "documents[1].id");
  EXPECT_EQ(error_of("[" + good + R"({"id":"b"}])").where.field, "documents[1].text");
  EXPECT_EQ(error_of("[" + good + R"({"id":"b","text":7}])").where.field, "documents[1].text");
  EXPECT_EQ(error_of("[" + good + R"({"id":"b","text":" "}])").where.field, "documents[1].text");
  EXPECT_EQ(error_of("[" + good + R"({"id":"b","text":"x","title":1}])").where.field,
            "documents[1].title");
  EXPECT_EQ(error_of("[" + good + R"({"id":"b","text":"x","text":"y"}])").where.field,
            "documents[1].text");
}

TEST(ContextRecord, IdsAreUniqueAndPrintable) {
  const Error twice = error_of(R"([{"id":"a","text":"x"},{"id":"a","text":"y"}])");
  EXPECT_EQ(twice.where.field, "documents[1].id");
  EXPECT_THAT(twice.message, HasSubstr("repeats the id of documents[0]"));
  EXPECT_THAT(error_of(R"([{"id":"\u001b","text":"x"}])").message, HasSubstr("U+001B"));
}

TEST(ContextRecord, MembersOfTheRecordAreNamed) {
  EXPECT_EQ(context_of(R"({"query":"x","documents":[]})").error().where.field, "query_id");
  EXPECT_EQ(context_of(R"({"query_id":1,"query":"x","documents":[]})").error().where.field,
            "query_id");
  EXPECT_EQ(context_of(R"({"query_id":"a","documents":[]})").error().where.field, "query");
  EXPECT_EQ(context_of(R"({"query_id":"a","query":" ","documents":[]})").error().where.field,
            "query");
  EXPECT_EQ(context_of(R"({"query_id":"a","query":"x"})").error().where.field, "documents");
  EXPECT_EQ(context_of(R"({"query_id":"a","query":"x","documents":{}})").error().where.field,
            "documents");
  EXPECT_THAT(context_of("[]").error().message, HasSubstr("expected a JSON object, found array"));
}

TEST(ContextRecord, DocumentLimit) {
  std::string documents;
  for (std::size_t i = 0; i < limits::kContextDocuments; ++i) {
    documents += R"({"text":"x","id":")" + std::to_string(i) + "\"},";
  }
  EXPECT_EQ(ids_of("[" + documents.substr(0, documents.size() - 1) + "]").size(),
            limits::kContextDocuments);
  const Error error = error_of("[" + documents + R"({"id":"more","text":"x"}])");
  EXPECT_EQ(error.code, Code::kTooLarge);
  EXPECT_EQ(error.where.field, "documents");
  EXPECT_THAT(error.message, HasSubstr("has 10001 documents"));
}

}  // namespace
}  // namespace ragsieve
