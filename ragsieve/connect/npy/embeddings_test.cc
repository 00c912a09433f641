#include "ragsieve/connect/npy/embeddings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

#include "ragsieve/connect/ids_file.h"
#include "ragsieve/connect/npy/npy_header.h"
#include "ragsieve/connect/npy/npy_writer.h"
#include "ragsieve/connect/test_folder.h"

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Records a, (bad), c: three rows.
Corpus three_records() {
  Corpus corpus;
  corpus.path = "corpus.jsonl";
  corpus.n_rows = 3;
  corpus.documents.resize(2);
  corpus.documents[0].id = "a";
  corpus.documents[1].id = "c";
  corpus.documents[1].row = 2;
  corpus.bad.push_back(make_error(Code::kInvalidInput, "x"));
  return corpus;
}

Embeddings embeddings_of(const TestFolder& folder, std::size_t n_rows) {
  Matrix rows{n_rows, 2, std::vector<float>(n_rows * 2, 1.0F)};
  EXPECT_TRUE(write_npy(folder.path("e.npy"), rows.view()).ok());
  return open_embeddings(folder.path("e.npy")).value();
}

TEST(Embeddings, RowsAreThoseOfTheFile) {
  const TestFolder folder;
  Matrix rows{2, 3, {1, 2, 3, 4, 5, 6}};
  const std::string path = folder.path("e.npy");
  ASSERT_TRUE(write_npy(path, rows.view()).ok());
  const Embeddings opened = open_embeddings(path).value();
  EXPECT_EQ(opened.path(), path);
  EXPECT_EQ(opened.rows().n_rows, 2U);
  EXPECT_EQ(opened.rows().dim, 3U);
  std::array<float, 3> buffer{};
  EXPECT_THAT(opened.rows().row(1, buffer), ElementsAre(4, 5, 6));
}

TEST(Embeddings, Float16IsWidened) {
  const TestFolder folder;
  std::string bytes = npy_header(1, 2);
  bytes.replace(bytes.find("<f4"), 3, "<f2");
  bytes += std::string("\x00\x3C\x00\xC0", 4);  // 1, -2
  const Embeddings opened = open_embeddings(folder.write("e.npy", bytes)).value();
  std::array<float, 2> buffer{};
  EXPECT_THAT(opened.rows().row(0, buffer), ElementsAre(1, -2));
}

TEST(Embeddings, ErrorsNameTheFile) {
  const TestFolder folder;
  EXPECT_EQ(open_embeddings(folder.path("no.npy")).error().code, Code::kNotFound);
  const std::string path = folder.write("e.npy.gz", gzip("\x93NUMPY"));
  EXPECT_EQ(open_embeddings(path).error().where.path, path);
  EXPECT_THAT(open_embeddings(path).error().message, HasSubstr("gunzip it first"));
  EXPECT_FALSE(open_embeddings(folder.path()).ok());
  EXPECT_THAT(open_embeddings(folder.write("empty", "")).error().message, HasSubstr("not a .npy"));
}

TEST(Embeddings, RowIdsAreEmptyForBadRecords) {
  EXPECT_THAT(row_ids(three_records()), ElementsAre("a", "", "c"));
}

TEST(Embeddings, RowIdsStandBesideTheFileOrNot) {
  const TestFolder folder;
  EXPECT_EQ(read_row_ids(folder.path("e.npy")).value(), std::nullopt);
  ASSERT_TRUE(write_ids(folder.path("e.npy.ids"), row_ids(three_records())).ok());
  EXPECT_EQ(read_row_ids(folder.path("e.npy")).value(), row_ids(three_records()));
  folder.write("e.npy.ids", "a\x1b\n");
  EXPECT_EQ(read_row_ids(folder.path("e.npy")).error().code, Code::kInvalidInput);
}

TEST(Embeddings, MatchingRowsAreFine) {
  const TestFolder folder;
  const Embeddings embeddings = embeddings_of(folder, 3);
  EXPECT_TRUE(match_rows(three_records(), embeddings).ok());
  EXPECT_TRUE(match_rows(three_records(), embeddings, RowIds{"a", "", "c"}).ok());
  EXPECT_TRUE(match_rows(three_records(), embeddings, RowIds{"a", "whatever", "c"}).ok());
}

TEST(Embeddings, BothCountsAreNamed) {
  const TestFolder folder;
  const Embeddings embeddings = embeddings_of(folder, 2);
  const Status status = match_rows(three_records(), embeddings);
  EXPECT_EQ(status.error().code, Code::kInvalidInput);
  EXPECT_EQ(status.error().where.path, embeddings.path());
  EXPECT_THAT(status.error().message,
              HasSubstr("has 2 rows, the corpus corpus.jsonl has 3 records (1 of them bad)"));
  const Status few = match_rows(three_records(), embeddings_of(folder, 3), RowIds{"a"});
  EXPECT_EQ(few.error().where.path, embeddings.path() + ".ids");
  EXPECT_THAT(few.error().message, HasSubstr("has 1 ids"));
}

TEST(Embeddings, FirstRowThatDiffersIsNamed) {
  const TestFolder folder;
  const Status status = match_rows(three_records(), embeddings_of(folder, 3), RowIds{"a", "", "d"});
  EXPECT_EQ(status.error().code, Code::kInvalidInput);
  EXPECT_EQ(status.error().where.line, 3U);
  EXPECT_THAT(status.error().message, HasSubstr("row 2 is of \"d\""));
  EXPECT_THAT(status.error().message, HasSubstr("has \"c\" there"));
}

TEST(Embeddings, ReferenceFileIsOpenedAndWrittenAlike) {
  const char* const shared = std::getenv("RAGSIEVE_SHARED");
  const std::string path =
      std::string(shared != nullptr ? shared : "../shared") + "/golden/rsg_embeddings.npy";
  const Result<Embeddings> reference = open_embeddings(path);
  if (!reference.ok()) GTEST_SKIP() << path << " is not there: set RAGSIEVE_SHARED";
  EXPECT_EQ(reference->rows().dim, 384U);
  const TestFolder folder;
  ASSERT_TRUE(write_npy(folder.path("e.npy"), reference->rows()).ok());
  EXPECT_EQ(read_file(folder.path("e.npy"), 1 << 30).value(), read_file(path, 1 << 30).value());
}

}  // namespace
}  // namespace ragsieve
