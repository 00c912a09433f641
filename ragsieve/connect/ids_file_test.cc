#include "ragsieve/connect/ids_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/connect/test_folder.h"

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(IdsFile, OneIdALine) {
  const TestFolder folder;
  EXPECT_THAT(read_ids(folder.write("a", "d1\nd 2\r\nd1\n文")).value(),
              ElementsAre("d1", "d 2", "d1", "文"));
  EXPECT_THAT(read_ids(folder.write("a.gz", gzip("d1\nd2\n"))).value(), ElementsAre("d1", "d2"));
}

TEST(IdsFile, BlankLineIsARowWithoutId) {
  const TestFolder folder;
  EXPECT_THAT(read_ids(folder.write("a", "\nd1\n \t\n")).value(), ElementsAre("", "d1", ""));
  EXPECT_THAT(read_ids(folder.write("empty", "")).value(), IsEmpty());
}

TEST(IdsFile, BadIdIsNamedByLine) {
  const TestFolder folder;
  const std::string path = folder.write("a", "d1\nd\x1b[2J\n");
  const auto ids = read_ids(path);
  EXPECT_EQ(ids.error().code, Code::kInvalidInput);
  EXPECT_EQ(ids.error().where.path, path);
  EXPECT_EQ(ids.error().where.line, 2U);
  EXPECT_THAT(ids.error().message, HasSubstr("U+001B"));
}

TEST(IdsFile, LongLinesAreTooLarge) {
  const TestFolder folder;
  EXPECT_EQ(read_ids(folder.write("a", std::string(2000, 'x'))).error().code, Code::kTooLarge);
  EXPECT_EQ(read_ids(folder.write("b", std::string(17 << 20, 'x'))).error().code, Code::kTooLarge);
}

TEST(IdsFile, MissingFileIsNotFound) {
  EXPECT_EQ(read_ids("no/such/file").error().code, Code::kNotFound);
}

TEST(IdsFile, WrittenIdsAreReadBack) {
  const TestFolder folder;
  const std::vector<std::string> ids{"d1", "", "d 3", "文", ""};
  const std::string path = folder.path("a.ids");
  ASSERT_TRUE(write_ids(path, ids).ok());
  EXPECT_EQ(read_ids(path).value(), ids);
}

TEST(IdsFile, WriterRefusesWhatItCouldNotReadBack) {
  const TestFolder folder;
  const std::string path = folder.path("a.ids");
  const Status status = write_ids(path, {"d1", "two\nlines"});
  EXPECT_EQ(status.error().code, Code::kInvalidArgument);
  EXPECT_EQ(status.error().where.line, 2U);
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace ragsieve
