#include "ragsieve/connect/byte_stream.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "ragsieve/connect/test_folder.h"

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

// All pieces of the stream, or the message of its error.
std::string drain(ByteStream& stream) {
  std::string all;
  for (;;) {
    const Result<std::string_view> piece = stream.next();
    if (!piece.ok()) return to_string(piece.error());
    if (piece->empty()) return all;
    all += *piece;
  }
}

TEST(ByteStream, PlainFileArrivesWhole) {
  const TestFolder folder;
  auto stream = open_bytes(folder.write("a", "one\ntwo"));
  ASSERT_TRUE(stream.ok());
  EXPECT_EQ(drain(**stream), "one\ntwo");
  EXPECT_EQ((*stream)->next().value(), "");
}

TEST(ByteStream, EmptyAndOneByteFiles) {
  const TestFolder folder;
  EXPECT_EQ(drain(**open_bytes(folder.write("empty", ""))), "");
  EXPECT_EQ(drain(**open_bytes(folder.write("one", "x"))), "x");
  EXPECT_EQ(drain(**open_bytes(folder.write("half", "\x1f"))), "\x1f");
}

TEST(ByteStream, GzipFileIsInflated) {
  const TestFolder folder;
  EXPECT_EQ(drain(**open_bytes(folder.write("a.gz", gzip("one\ntwo")))), "one\ntwo");
}

TEST(ByteStream, PipeIsReadToItsEnd) {
  const TestFolder folder;
  const std::string path = folder.path("pipe");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const std::string bytes(1 << 20, 'x');
  const std::jthread writer([&] { std::ofstream(path) << bytes; });
  auto stream = open_bytes(path);
  ASSERT_TRUE(stream.ok());
  EXPECT_EQ(drain(**stream), bytes);
}

TEST(ByteStream, DashIsStandardInput) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  ASSERT_EQ(write(ends[1], "in\n", 3), 3);
  close(ends[1]);
  const int saved = dup(STDIN_FILENO);
  dup2(ends[0], STDIN_FILENO);
  auto stream = open_bytes("-");
  ASSERT_TRUE(stream.ok());
  EXPECT_EQ(drain(**stream), "in\n");
  if (saved >= 0) dup2(saved, STDIN_FILENO);
  close(ends[0]);
  EXPECT_EQ(display_path("-"), "stdin");
}

TEST(ByteStream, MissingFileAndFolderAreNamed) {
  const TestFolder folder;
  const auto missing = open_bytes(folder.path("no"));
  EXPECT_EQ(missing.error().code, Code::kNotFound);
  EXPECT_EQ(missing.error().where.path, folder.path("no"));
  const auto is_folder = open_bytes(folder.path());
  EXPECT_EQ(is_folder.error().code, Code::kInvalidArgument);
  EXPECT_THAT(is_folder.error().message, HasSubstr("is a folder"));
}

TEST(ByteStream, MemoryInPieces) {
  EXPECT_EQ(bytes_of("abcde", 2)->next().value(), "ab");
  EXPECT_EQ(drain(*bytes_of("abcde", 2)), "abcde");
  EXPECT_EQ(drain(*bytes_of("", 2)), "");
}

}  // namespace
}  // namespace ragsieve
