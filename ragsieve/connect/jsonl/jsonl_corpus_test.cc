#include "ragsieve/connect/jsonl/jsonl_corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "ragsieve/base/limits.h"

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

Corpus corpus_of(std::string_view bytes) {
  LineReader lines(bytes_of(bytes, 100), "a.jsonl");
  Result<Corpus> corpus = read_jsonl_corpus(lines, {}, {});
  EXPECT_TRUE(corpus.ok());
  return corpus.ok() ? std::move(corpus).value() : Corpus{};
}

TEST(JsonlCorpus, EveryBadLineIsReportedAndTheRestGoesOn) {
  const Corpus corpus = corpus_of(
      "{\"_id\":\"d1\",\"text\":\"one\"}\n"  // row 0
      "not json\n"
      "[1]\n"
      "\n"
      "{\"_id\":\"d2\"}\n"
      "{\"_id\":3,\"text\":\"x\"}\n"
      "{\"_id\":\"d1\",\"text\":\"x\"}\n"
      "{\"_id\":\"d3\",\"text\":\" \"}\n"
      "{\"_id\":\"d\\u001b4\",\"text\":\"x\"}\n"
      "{\"id\":\"d5\",\"text\":\"five\"}\n");  // row 8, line 10
  EXPECT_EQ(corpus.n_rows, 9U);
  ASSERT_EQ(corpus.documents.size(), 2U);
  EXPECT_EQ(corpus.documents[1].id, "d5");
  EXPECT_EQ(corpus.documents[1].row, 8U);
  EXPECT_EQ(corpus.documents[1].line, 10U);
  std::vector<std::string> places;
  for (const Error& error : corpus.bad) {
    EXPECT_EQ(error.code, Code::kInvalidInput);
    EXPECT_EQ(error.where.path, "a.jsonl");
    places.push_back(std::to_string(error.where.line) + error.where.field);
  }
  EXPECT_THAT(places, testing::ElementsAre("2", "3", "5text", "6_id", "7_id", "8text", "9_id"));
  EXPECT_THAT(corpus.bad[4].message, HasSubstr("line 1"));
}

TEST(JsonlCorpus, MessagesNeverHoldDocumentText) {
  const Corpus corpus = corpus_of(
      "SECRET {\n{\"_id\":\"a\",\"text\":[\"SECRET\"]}\n{\"_id\":\"a\",\"text\":\"SECRET\xFF\"}\n"
      "{\"_id\":\"a\",\"text\":\"SECRET\" \"SECRET\"}\n{\"_id\":\"a\",\"SECRET\":\"\\q\"}\n");
  EXPECT_EQ(corpus.bad.size(), 5U);
  for (const Error& error : corpus.bad) {
    EXPECT_THAT(to_string(error), testing::Not(HasSubstr("SECRET")));
  }
}

TEST(JsonlCorpus, LineOverTheLimitIsOneBadRecord) {
  const Corpus corpus = corpus_of("{\"_id\":\"d1\",\"text\":\"" + std::string(17 << 20, 'x') +
                                  "\"}\n{\"_id\":\"d2\",\"text\":\"two\"}\n");
  ASSERT_EQ(corpus.bad.size(), 1U);
  EXPECT_EQ(corpus.bad[0].code, Code::kTooLarge);
  EXPECT_EQ(corpus.bad[0].where.line, 1U);
  ASSERT_EQ(corpus.documents.size(), 1U);
  EXPECT_EQ(corpus.documents[0].row, 1U);
}

TEST(JsonlCorpus, LongIdIsTooLarge) {
  const Corpus corpus =
      corpus_of("{\"_id\":\"" + std::string(limits::kIdBytes + 1, 'x') + "\",\"text\":\"one\"}\n");
  EXPECT_EQ(corpus.bad[0].code, Code::kTooLarge);
  EXPECT_EQ(corpus.bad[0].where.field, "_id");
}

TEST(JsonlCorpus, DeepNestingIsTooLarge) {
  const std::size_t depth = limits::kJsonDepth + 10;
  const Corpus corpus =
      corpus_of("{\"_id\":\"a\",\"text\":\"x\",\"deep\":" + std::string(depth, '[') +
                std::string(depth, ']') + "}\n");
  EXPECT_EQ(corpus.bad[0].code, Code::kTooLarge);
}

TEST(JsonlCorpus, ReferenceCorpusIsReadWhole) {
  const char* const shared = std::getenv("RAGSIEVE_SHARED");
  const std::string path =
      std::string(shared != nullptr ? shared : "../shared") + "/data/hotpotqa/corpus.jsonl";
  Result<LineReader> lines = LineReader::open(path);
  if (!lines.ok()) GTEST_SKIP() << path << " is not there: set RAGSIEVE_SHARED";
  const Corpus corpus = read_jsonl_corpus(*lines, {}, {}).value();
  EXPECT_TRUE(corpus.bad.empty());
  EXPECT_GT(corpus.documents.size(), 10'000U);
  EXPECT_EQ(corpus.documents.size(), corpus.n_rows);
  EXPECT_EQ(corpus.documents[0].id, "hp-0441b01c170f");
  EXPECT_TRUE(corpus.documents[0].indexed_text.starts_with("Ed Wood (film) Ed Wood is a 1994"));
}

}  // namespace
}  // namespace ragsieve
