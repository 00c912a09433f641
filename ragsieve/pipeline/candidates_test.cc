#include "ragsieve/pipeline/candidates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/pipeline/pipeline_testing.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class CandidatesOf : public testing::Test, protected PipelineFixture {
 protected:
  void folder(const std::string& name) { std::filesystem::create_directories(path(name)); }
  Candidates read(const std::vector<std::string>& inputs, const CandidateOptions& options = {}) {
    return read_candidates(inputs, options, RunOptions{}).value();
  }
  static std::vector<std::string> ids(const Candidates& found) {
    std::vector<std::string> ids;
    for (const ScreenCandidate& candidate : found.documents) ids.push_back(candidate.document.id);
    return ids;
  }
};

TEST(Candidate, EmptyTextIsRefused) {
  for (const std::string_view text : {"", " \t\r\n", "\xEF\xBB\xBF", "\xE3\x80\x80\n"}) {
    const auto candidate = candidate_of("a", text, {});
    ASSERT_FALSE(candidate.ok());
    EXPECT_EQ(candidate.error().code, Code::kInvalidInput);
    EXPECT_THAT(candidate.error().message, HasSubstr("nothing to score"));
  }
}

TEST(Candidate, TextOverTheLimitIsRefusedWhole) {
  CandidateOptions options;
  options.max_bytes = 8;
  EXPECT_TRUE(candidate_of("a", "12345678", options).ok());
  const auto candidate = candidate_of("a", "123456789", options);
  ASSERT_FALSE(candidate.ok());
  EXPECT_EQ(candidate.error().code, Code::kTooLarge);
  EXPECT_THAT(candidate.error().message, HasSubstr("has 9 bytes, the limit is 8"));
}

TEST(Candidate, BytesThatAreNoUtf8AreReplacedAndSaidSo) {
  const ScreenCandidate candidate = candidate_of("a", "caf\xE9 x\xFF\xFE", {}).value();
  EXPECT_EQ(candidate.document.indexed_text, "caf\xEF\xBF\xBD x\xEF\xBF\xBD\xEF\xBF\xBD");
  ASSERT_EQ(candidate.notes.size(), 1U);
  EXPECT_THAT(candidate.notes[0], HasSubstr("3 byte(s) that are no UTF-8"));
  const ScreenCandidate repaired = candidate_of("a", candidate.document.indexed_text, {}).value();
  EXPECT_NE(candidate.raw_sha256, repaired.raw_sha256);
}

TEST(Candidate, NulBytesAreNoted) {
  const ScreenCandidate candidate = candidate_of("a", std::string_view("a\0b\0", 4), {}).value();
  EXPECT_THAT(candidate.notes, ElementsAre("holds 2 NUL byte(s)"));
}

TEST(Candidate, ByteOrderMarkIsNoTextButPartOfTheBytes) {
  const ScreenCandidate plain = candidate_of("a", "text", {}).value();
  const ScreenCandidate marked = candidate_of("a", "\xEF\xBB\xBFtext", {}).value();
  EXPECT_EQ(marked.document.indexed_text, "text");
  EXPECT_EQ(marked.canonical_sha256, plain.canonical_sha256);
  EXPECT_NE(marked.raw_sha256, plain.raw_sha256);
}

TEST_F(CandidatesOf, FilesOfAFolderComeByNameAndOnesThatAreNotReadAreErrors) {
  folder("in/sub");
  write("in/b.txt", "two");
  write("in/a.md", "# one");
  write("in/sub/c.TXT", "three");
  write("in/.hidden.txt", "never");
  write("in/picture.png", "png");
  write("in/empty.txt", "");
  std::filesystem::create_symlink(path("in/b.txt"), path("in/link.txt"));
  const Candidates found = read({path("in")});
  EXPECT_THAT(ids(found), ElementsAre("a.md", "b.txt", "sub/c.TXT"));
  EXPECT_EQ(found.documents[0].document.media_type, "text/markdown");
  ASSERT_EQ(found.bad.size(), 2U);
  EXPECT_EQ(found.bad[0].code, Code::kInvalidInput);
  EXPECT_THAT(found.bad[0].where.path, HasSubstr("empty.txt"));
  EXPECT_EQ(found.bad[1].code, Code::kUnavailable);
  EXPECT_THAT(found.bad[1].message, HasSubstr("it was not scored"));
}

TEST_F(CandidatesOf, BadRecordIsNamedByLineAndHidesNoOther) {
  CandidateOptions options;
  options.max_bytes = 16;
  write("in.jsonl", line("a", "one") + "{broken\n" + line("b", " ") +
                        line("c", "seventeen letters") + line("d", "four"));
  const Candidates found = read({path("in.jsonl")}, options);
  EXPECT_THAT(ids(found), ElementsAre("a", "d"));
  EXPECT_EQ(found.documents[0].raw_form, "record");
  ASSERT_EQ(found.bad.size(), 3U);
  EXPECT_EQ(found.bad[0].where.line, 2U);
  EXPECT_EQ(found.bad[1].where.line, 3U);
  EXPECT_EQ(found.bad[2].where.line, 4U);
  EXPECT_EQ(found.bad[2].code, Code::kTooLarge);
}

TEST_F(CandidatesOf, SeveralInputsKeepTheirOrder) {
  const Candidates found = read({write("b.txt", "two"), write("a.txt", "one")});
  EXPECT_THAT(ids(found), ElementsAre("b.txt", "a.txt"));
  EXPECT_THAT(found.bad, IsEmpty());
}

TEST_F(CandidatesOf, InputThatIsNotThereEndsTheWhole) {
  const std::string good = write("a.txt", "one");
  for (const std::string name : {"none.txt", "none.jsonl", "none"}) {
    const auto found = read_candidates(std::vector{good, path(name)}, {}, RunOptions{});
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.error().code, Code::kNotFound);
    EXPECT_THAT(to_string(found.error()), HasSubstr(name));
  }
}

TEST_F(CandidatesOf, NothingToScreenIsAnError) {
  folder("in");
  const auto found = read_candidates(std::vector{path("in")}, {}, RunOptions{});
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, Code::kInvalidInput);
}

TEST_F(CandidatesOf, LimitOutOfRangeIsWrongUse) {
  for (const std::size_t limit : {std::size_t{0}, std::size_t{1} << 40}) {
    CandidateOptions options;
    options.max_bytes = limit;
    const auto found = read_candidates(std::vector{write("a.txt", "one")}, options, RunOptions{});
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.error().code, Code::kInvalidArgument);
  }
}

TEST_F(CandidatesOf, CancelIsHeard) {
  folder("in");
  write("in/a.txt", "one");
  RunOptions run;
  run.cancel.request();
  const auto found = read_candidates(std::vector{path("in")}, {}, run);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, Code::kCancelled);
}

}  // namespace
}  // namespace ragsieve
