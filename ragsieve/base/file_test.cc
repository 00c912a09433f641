#include "ragsieve/base/file.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace ragsieve {
namespace {

std::string temporary_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "ragsieve-file-XXXXXX").string();
  return mkdtemp(pattern.data());
}

TEST(File, WriteThenRead) {
  const std::string path = temporary_folder() + "/a";
  ASSERT_TRUE(write_file(path, "one").ok());
  ASSERT_TRUE(write_file(path, "two").ok());
  EXPECT_EQ(read_file(path, 100).value(), "two");
  EXPECT_EQ(MappedFile::open(path)->bytes(), "two");
}

TEST(File, ReadRefusesWhatIsTooLarge) {
  const std::string path = temporary_folder() + "/a";
  ASSERT_TRUE(write_file(path, "12345").ok());
  EXPECT_EQ(read_file(path, 4).error().code, Code::kTooLarge);
  EXPECT_EQ(read_file(path, 5).value(), "12345");
}

TEST(File, MissingFileAndFolderAreNamed) {
  EXPECT_EQ(read_file("no/such/file", 1).error().code, Code::kNotFound);
  EXPECT_EQ(MappedFile::open("no/such/file").error().where.path, "no/such/file");
  EXPECT_FALSE(read_file(".", 1).ok());
}

TEST(File, FullDiskLeavesTheOldFile) {
  const Result<FileWriter> writer = FileWriter::create("/dev/full-folder/a");
  EXPECT_FALSE(writer.ok());
  EXPECT_EQ(write_file("/proc/self/no-such/a", "x").error().code, Code::kNotFound);
}

TEST(FileWriter, NothingAppearsWithoutCommit) {
  const std::string folder = temporary_folder();
  {
    Result<FileWriter> writer = FileWriter::create(folder + "/a");
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE(writer->append("half").ok());
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST(FileWriter, LargePiecesArriveInOrder) {
  const std::string path = temporary_folder() + "/a";
  Result<FileWriter> writer = FileWriter::create(path);
  ASSERT_TRUE(writer.ok());
  const std::string large(3 << 20, 'x');
  ASSERT_TRUE(writer->append("head").ok());
  ASSERT_TRUE(writer->append(large).ok());
  ASSERT_TRUE(writer->append("tail").ok());
  ASSERT_TRUE(writer->commit().ok());
  EXPECT_EQ(read_file(path, 4 << 20).value(), "head" + large + "tail");
}

}  // namespace
}  // namespace ragsieve
