#include "ragsieve/connect/line_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "ragsieve/base/limits.h"
#include "ragsieve/connect/gzip_stream.h"
#include "ragsieve/connect/test_folder.h"

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Numbered = std::pair<std::uint64_t, std::string>;

// Every line as (number, text), "<too long>" for one that is; an error as (0, message).
std::vector<Numbered> drain(LineReader lines) {
  std::vector<Numbered> all;
  for (;;) {
    const Result<std::optional<Line>> line = lines.next();
    if (!line.ok()) {
      all.emplace_back(0, line.error().message);
      return all;
    }
    if (!*line) return all;
    all.emplace_back((*line)->number, (*line)->too_long ? "<too long>" : (*line)->text);
  }
}

std::vector<Numbered> lines_of(std::string_view bytes, std::size_t piece_bytes = 1 << 20,
                               LineOptions options = {}) {
  return drain(LineReader(bytes_of(bytes, piece_bytes), "a", std::move(options)));
}

TEST(LineReader, LinesAreNumberedFromOne) {
  EXPECT_THAT(lines_of("one\ntwo\n"), ElementsAre(Numbered(1, "one"), Numbered(2, "two")));
}

TEST(LineReader, LastLineNeedsNoLineEnd) {
  EXPECT_THAT(lines_of("one\ntwo"), ElementsAre(Numbered(1, "one"), Numbered(2, "two")));
}

TEST(LineReader, NothingInAnEmptyFile) {
  EXPECT_THAT(lines_of(""), ElementsAre());
  EXPECT_THAT(lines_of("\n\r\n \t\n"), ElementsAre());
}

TEST(LineReader, CarriageReturnBeforeTheLineEndIsDropped) {
  EXPECT_THAT(lines_of("one\r\ntwo\r\n"), ElementsAre(Numbered(1, "one"), Numbered(2, "two")));
  EXPECT_THAT(lines_of("a\rb\r\r\n"), ElementsAre(Numbered(1, "a\rb\r")));
}

TEST(LineReader, BlankLinesAreSkippedButCounted) {
  EXPECT_THAT(lines_of("\none\n\n \t\r\ntwo\n"),
              ElementsAre(Numbered(2, "one"), Numbered(5, "two")));
}

TEST(LineReader, BlankLinesAreKeptWhenAsked) {
  EXPECT_THAT(lines_of("one\n\r\n", 100, LineOptions{true, {}}),
              ElementsAre(Numbered(1, "one"), Numbered(2, "")));
}

TEST(LineReader, ByteOrderMarkIsDroppedAtTheStartOnly) {
  EXPECT_THAT(lines_of("\xEF\xBB\xBFone\n\xEF\xBB\xBFtwo"),
              ElementsAre(Numbered(1, "one"), Numbered(2, "\xEF\xBB\xBFtwo")));
  EXPECT_THAT(lines_of("\xEF\xBB\xBF"), ElementsAre());
}

TEST(LineReader, AnySizeOfPiecesGivesTheSame) {
  const std::string bytes = "\xEF\xBB\xBFone\r\n\ntwo two two\n\n\nthree";
  const std::vector<Numbered> whole = lines_of(bytes);
  EXPECT_EQ(whole.size(), 3U);
  for (std::size_t piece_bytes = 1; piece_bytes < bytes.size(); ++piece_bytes) {
    EXPECT_EQ(lines_of(bytes, piece_bytes), whole) << piece_bytes;
  }
}

TEST(LineReader, LineAtTheLimitIsReadAndOneByteMoreIsMarked) {
  const std::string longest(limits::kLineBytes, 'x');
  const std::string bytes = "one\n" + longest + "\n" + longest + "x\nlast\n" + longest + "xx";
  for (const std::size_t piece_bytes : {std::size_t{65536}, bytes.size()}) {
    EXPECT_THAT(lines_of(bytes, piece_bytes),
                ElementsAre(Numbered(1, "one"), Numbered(2, longest), Numbered(3, "<too long>"),
                            Numbered(4, "last"), Numbered(5, "<too long>")));
  }
}

TEST(LineReader, SeventeenMegabyteLineOfAFileIsReportedAndTheRestGoesOn) {
  const TestFolder folder;
  const std::string path =
      folder.write("a.jsonl", "{}\n" + std::string(17 << 20, 'x') + "\n{\"id\":\"b\"}\n");
  Result<LineReader> lines = LineReader::open(path);
  ASSERT_TRUE(lines.ok());
  EXPECT_EQ(lines->next().value()->text, "{}");
  const Line line = *lines->next().value();
  EXPECT_TRUE(line.too_long);
  const Error error = lines->too_long_error(line);
  EXPECT_EQ(error.code, Code::kTooLarge);
  EXPECT_EQ(error.where.path, path);
  EXPECT_EQ(error.where.line, 2U);
  EXPECT_THAT(error.message, HasSubstr("16777216 bytes"));
  EXPECT_EQ(lines->next().value()->text, "{\"id\":\"b\"}");
  EXPECT_FALSE(lines->next().value());
}

TEST(LineReader, DecompressionBombIsOneLongLine) {
  const std::string packed = gzip(std::string(200 << 20, 'x') + "\n{}\n");
  EXPECT_LT(packed.size(), 1U << 20);
  EXPECT_THAT(drain(LineReader(gunzip_where_needed(bytes_of(packed, packed.size()), "a"), "a")),
              ElementsAre(Numbered(1, "<too long>"), Numbered(2, "{}")));
}

TEST(LineReader, GzipFileIsReadAndATruncatedOneNamed) {
  const TestFolder folder;
  const std::string packed = gzip("one\ntwo\n");
  EXPECT_THAT(drain(*LineReader::open(folder.write("a.gz", packed))),
              ElementsAre(Numbered(1, "one"), Numbered(2, "two")));
  const std::string path = folder.write("b.gz", packed.substr(0, packed.size() - 9));
  Result<LineReader> lines = LineReader::open(path);
  Result<std::optional<Line>> line = lines->next();
  while (line.ok() && *line) line = lines->next();
  ASSERT_FALSE(line.ok());
  EXPECT_EQ(line.error().code, Code::kCorrupt);
  EXPECT_EQ(line.error().where.path, path);
}

TEST(LineReader, CancelEndsTheReading) {
  LineOptions options;
  options.cancel.request();
  LineReader lines(bytes_of("one\n", 1), "a", options);
  EXPECT_EQ(lines.next().error().code, Code::kCancelled);
}

}  // namespace
}  // namespace ragsieve
