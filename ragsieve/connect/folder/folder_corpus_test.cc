#include "ragsieve/connect/folder/folder_corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/base/limits.h"
#include "ragsieve/connect/test_folder.h"

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Corpus corpus_of(const TestFolder& folder, const RunOptions& run = {}) {
  Result<Corpus> corpus = read_folder_corpus(folder.path(), {}, run);
  EXPECT_TRUE(corpus.ok());
  return corpus.ok() ? std::move(corpus).value() : Corpus{};
}

TEST(FolderCorpus, IdsArePathsInTheFolder) {
  const TestFolder folder;
  folder.write("b/two.md", "# Two\n");
  folder.write("a.txt", " one \n");
  const Corpus corpus = corpus_of(folder);
  EXPECT_EQ(corpus.path, folder.path());
  EXPECT_EQ(corpus.n_rows, 2U);
  ASSERT_EQ(corpus.documents.size(), 2U);
  EXPECT_EQ(corpus.documents[0].id, "a.txt");
  EXPECT_EQ(corpus.documents[0].indexed_text, "one");
  EXPECT_EQ(corpus.documents[0].media_type, "text/plain");
  EXPECT_EQ(corpus.documents[1].id, "b/two.md");
  EXPECT_EQ(corpus.documents[1].media_type, "text/markdown");
  EXPECT_EQ(corpus.documents[1].line, 0U);
  EXPECT_EQ(corpus.documents[1].row, 1U);
}

TEST(FolderCorpus, SpansCountBytesOfTheFile) {
  const TestFolder folder;
  folder.write("a.txt", "\n\nfirst\nsecond");
  const Document document = corpus_of(folder).documents[0];
  const Span span = span_of(document, {6, 12}, "rule", 1);
  EXPECT_EQ(span.text, "second");
  EXPECT_EQ(span.range.start, 8U);
  EXPECT_EQ(span.line, 4U);
}

TEST(FolderCorpus, ByteOrderMarkIsDropped) {
  const TestFolder folder;
  folder.write("a.txt", "\xEF\xBB\xBFone");
  EXPECT_EQ(corpus_of(folder).documents[0].indexed_text, "one");
}

TEST(FolderCorpus, BadFilesAreReportedAndKeepTheirRows) {
  const TestFolder folder;
  folder.write("1.txt", "caf\xE9");
  folder.write("2.txt", " \n");
  folder.write("3.txt", std::string(limits::kDocumentBytes + 1, 'x'));
  folder.write("4\x1b.txt", "x");
  folder.write("5.txt", "five");
  const Corpus corpus = corpus_of(folder);
  EXPECT_EQ(corpus.n_rows, 5U);
  ASSERT_EQ(corpus.documents.size(), 1U);
  EXPECT_EQ(corpus.documents[0].row, 4U);
  ASSERT_EQ(corpus.bad.size(), 4U);
  EXPECT_EQ(corpus.bad[0].where.path, folder.path("1.txt"));
  EXPECT_THAT(corpus.bad[0].message, HasSubstr("not valid UTF-8 at byte 3"));
  EXPECT_THAT(corpus.bad[1].message, HasSubstr("is empty"));
  EXPECT_EQ(corpus.bad[2].code, Code::kTooLarge);
  EXPECT_EQ(corpus.bad[3].where.path, folder.path("4\\x1B.txt"));
  EXPECT_EQ(corpus.bad[3].where.field, "file name");
}

TEST(FolderCorpus, FileAtTheLimitIsRead) {
  const TestFolder folder;
  folder.write("a.txt", std::string(limits::kDocumentBytes, 'x'));
  EXPECT_EQ(corpus_of(folder).documents.size(), 1U);
}

TEST(FolderCorpus, WhatIsPassedOverIsLogged) {
  const TestFolder folder;
  folder.write("a.txt", "one");
  folder.write("b.pdf", "x");
  folder.write("c.pdf", "x");
  folder.write("LICENSE", "x");
  std::filesystem::create_symlink("a.txt", folder.path("l.txt"));
  std::vector<std::string> lines;
  RunOptions run;
  run.log = [&](LogLevel, std::string_view line) { lines.emplace_back(line); };
  EXPECT_EQ(corpus_of(folder, run).n_rows, 1U);
  EXPECT_THAT(lines, ElementsAre(HasSubstr("passed over 3 files that are not .txt or .md "
                                           "(1 without extension, 2 .pdf)"),
                                 HasSubstr("passed over 1 symbolic links")));
}

TEST(FolderCorpus, FolderWithoutTextIsAnError) {
  const TestFolder folder;
  folder.write("b.pdf", "x");
  const Result<Corpus> corpus = read_folder_corpus(folder.path(), {}, {});
  EXPECT_EQ(corpus.error().code, Code::kInvalidInput);
  EXPECT_THAT(corpus.error().message, HasSubstr("holds no .txt or .md files"));
}

}  // namespace
}  // namespace ragsieve
