#include "ragsieve/connect/corpus_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

Status add(CorpusBuilder& builder, std::string_view id, std::string_view text,
           std::uint64_t line = 1, std::string_view title = "") {
  return builder.add(FoundRecord{id, "_id", title, text}, Where{"a", line, ""});
}

TEST(CorpusBuilder, RowsCountBadRecords) {
  CorpusBuilder builder("a", {}, {});
  ASSERT_TRUE(add(builder, "d1", "one", 1).ok());
  ASSERT_TRUE(builder.add_bad(make_error(Code::kInvalidInput, "x", Where{"a", 2, ""})).ok());
  ASSERT_TRUE(add(builder, "d1", "again", 3).ok());
  ASSERT_TRUE(add(builder, "d2", "two", 5).ok());
  const Corpus corpus = std::move(builder).finish().value();
  EXPECT_EQ(corpus.n_rows, 4U);
  ASSERT_EQ(corpus.documents.size(), 2U);
  ASSERT_EQ(corpus.bad.size(), 2U);
  EXPECT_EQ(corpus.documents[1].row, 3U);
  EXPECT_EQ(corpus.documents[1].line, 5U);
  EXPECT_EQ(corpus.bad[1].where.line, 3U);
}

TEST(CorpusBuilder, SecondOfAnIdIsBadAndNamesTheFirst) {
  CorpusBuilder builder("a", {}, {});
  ASSERT_TRUE(add(builder, "d1", "one", 4).ok());
  ASSERT_TRUE(add(builder, "d1", "two", 9).ok());
  const Corpus corpus = std::move(builder).finish().value();
  EXPECT_EQ(corpus.documents[0].indexed_text, "one");
  EXPECT_EQ(corpus.bad[0].code, Code::kInvalidInput);
  EXPECT_EQ(corpus.bad[0].where.field, "_id");
  EXPECT_THAT(corpus.bad[0].message, HasSubstr("repeats the id of line 4"));
}

TEST(CorpusBuilder, EmptyTextIsBadButATitleAloneIsAText) {
  CorpusBuilder builder("a", {}, {});
  ASSERT_TRUE(add(builder, "d1", " \n\xC2\xA0").ok());
  ASSERT_TRUE(add(builder, "d2", "", 2, "Title").ok());
  const Corpus corpus = std::move(builder).finish().value();
  EXPECT_EQ(corpus.bad[0].where.field, "text");
  EXPECT_THAT(corpus.bad[0].message, HasSubstr("is empty"));
  EXPECT_EQ(corpus.documents[0].indexed_text, "Title");
}

TEST(CorpusBuilder, RecordLimit) {
  CorpusBuilder builder("a", CorpusOptions{2}, {});
  ASSERT_TRUE(add(builder, "d1", "one").ok());
  ASSERT_TRUE(add(builder, "d1", "bad").ok());
  const Status status = add(builder, "d3", "three");
  EXPECT_EQ(status.error().code, Code::kTooLarge);
  EXPECT_THAT(status.error().message, HasSubstr("more than 2 records"));
}

TEST(CorpusBuilder, MemoryLimit) {
  RunOptions run;
  run.memory_bytes = 10'000;
  CorpusBuilder builder("a", {}, run);
  ASSERT_TRUE(add(builder, "d1", std::string(5000, 'x')).ok());
  const Status status = add(builder, "d2", std::string(5000, 'x'));
  EXPECT_EQ(status.error().code, Code::kTooLarge);
  EXPECT_EQ(status.error().where.path, "a");
  EXPECT_THAT(status.error().message, HasSubstr("10000 bytes of memory"));
}

TEST(CorpusBuilder, NoRecordIsAnError) {
  Result<Corpus> corpus = CorpusBuilder("a", {}, {}).finish();
  EXPECT_EQ(corpus.error().code, Code::kInvalidInput);
  EXPECT_THAT(corpus.error().message, HasSubstr("holds no records"));
}

TEST(CorpusBuilder, CancelStops) {
  RunOptions run;
  run.cancel.request();
  CorpusBuilder builder("a", {}, run);
  EXPECT_EQ(add(builder, "d1", "one").error().code, Code::kCancelled);
}

}  // namespace
}  // namespace ragsieve
