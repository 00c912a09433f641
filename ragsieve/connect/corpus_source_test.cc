#include "ragsieve/connect/corpus_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/connect/test_folder.h"

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kTwoRecords =
    "{\"_id\":\"d1\",\"title\":\"T\",\"text\":\"one\"}\n{\"_id\":\"d2\",\"text\":\"two\"}\n";

TEST(CorpusSource, FileIsJsonl) {
  const TestFolder folder;
  const std::string path = folder.write("corpus.jsonl", kTwoRecords);
  const Corpus corpus = read_corpus(path, {}, {}).value();
  EXPECT_EQ(corpus.path, path);
  ASSERT_EQ(corpus.documents.size(), 2U);
  EXPECT_EQ(corpus.documents[0].indexed_text, "T one");
}

TEST(CorpusSource, GzipIsTheSameCorpus) {
  const TestFolder folder;
  const Corpus corpus = read_corpus(folder.write("any name", gzip(kTwoRecords)), {}, {}).value();
  ASSERT_EQ(corpus.documents.size(), 2U);
  EXPECT_EQ(corpus.documents[1].line, 2U);
}

TEST(CorpusSource, TruncatedGzipIsNeverHalfACorpus) {
  const TestFolder folder;
  const std::string packed = gzip(kTwoRecords);
  const std::string path = folder.write("a.gz", packed.substr(0, packed.size() - 1));
  const Result<Corpus> corpus = read_corpus(path, {}, {});
  EXPECT_EQ(corpus.error().code, Code::kCorrupt);
  EXPECT_EQ(corpus.error().where.path, path);
}

TEST(CorpusSource, FolderIsItsTextFiles) {
  const TestFolder folder;
  folder.write("a.txt", "one");
  EXPECT_EQ(read_corpus(folder.path(), {}, {})->documents[0].id, "a.txt");
}

TEST(CorpusSource, WholeCorpusErrors) {
  const TestFolder folder;
  EXPECT_EQ(read_corpus(folder.path("no"), {}, {}).error().code, Code::kNotFound);
  const Result<Corpus> empty = read_corpus(folder.write("empty", "\n \n"), {}, {});
  EXPECT_EQ(empty.error().code, Code::kInvalidInput);
  EXPECT_THAT(to_string(empty.error()), HasSubstr("empty: holds no records"));
  const Result<Corpus> large = read_corpus(folder.write("two", kTwoRecords), CorpusOptions{1}, {});
  EXPECT_EQ(large.error().code, Code::kTooLarge);
}

TEST(CorpusSource, OptionsAreValidated) {
  EXPECT_EQ(read_corpus("a", CorpusOptions{0}, {}).error().code, Code::kInvalidArgument);
  EXPECT_EQ(CorpusOptions{limits::kCorpusRecords + 1}.validate().error().code,
            Code::kInvalidArgument);
}

}  // namespace
}  // namespace ragsieve
