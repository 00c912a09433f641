// Which files are opened, replaced, set aside or refused.
#include "ragsieve/cache/cache_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <vector>

#include "ragsieve/base/file.h"

namespace ragsieve {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class CacheFileTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) /
              (std::string(test->test_suite_name()) + test->name() + std::to_string(::getpid()));
    fs::remove_all(folder_);
    path_ = (folder_ / "sub" / "cache.sqlite").string();
  }
  void TearDown() override { fs::remove_all(folder_); }

  Result<CacheFile> open() {
    return open_cache_file(path_,
                           [this](LogLevel, std::string_view line) { lines_.emplace_back(line); });
  }
  void write(const std::string& bytes) {
    fs::create_directories(fs::path(path_).parent_path());
    ASSERT_TRUE(write_file(path_, bytes).ok());
  }

  fs::path folder_;
  std::string path_;
  std::vector<std::string> lines_;
};

TEST_F(CacheFileTest, MakesFolderAndTables) {
  auto file = open();
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(*file->connection.number("SELECT bytes FROM total"), 0);
  EXPECT_EQ(*file->connection.number("PRAGMA page_size"), 8192);
  EXPECT_EQ(fs::status(fs::path(path_).parent_path()).permissions(), fs::perms::owner_all);
  EXPECT_THAT(lines_, IsEmpty());
}

TEST_F(CacheFileTest, EmptyFileIsANewOne) {
  write("");
  EXPECT_TRUE(open().ok());
  EXPECT_THAT(lines_, IsEmpty());
}

TEST_F(CacheFileTest, GarbageIsSetAside) {
  write(std::string(20000, 'x'));
  ASSERT_TRUE(open().ok());
  EXPECT_THAT(lines_, ElementsAre(HasSubstr(path_ + ".corrupt")));
  EXPECT_EQ(read_file(path_ + ".corrupt", 1 << 20).value(), std::string(20000, 'x'));
}

TEST_F(CacheFileTest, TruncatedFileIsSetAside) {
  ASSERT_TRUE(open().ok());
  const auto bytes = read_file(path_, 1 << 20);
  ASSERT_TRUE(bytes.ok());
  write(bytes->substr(0, bytes->size() - 2 * 8192));
  ASSERT_TRUE(open().ok());
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("damaged")));
}

TEST_F(CacheFileTest, MissingColumnIsDamage) {
  ASSERT_TRUE(open()->connection.run("ALTER TABLE entry DROP COLUMN day").ok());
  ASSERT_TRUE(open().ok());
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("damaged")));
}

TEST_F(CacheFileTest, OtherVersionBeginsAnew) {
  ASSERT_TRUE(open()->connection.run("PRAGMA user_version = 99; UPDATE total SET bytes = 5").ok());
  auto file = open();
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(*file->connection.number("SELECT bytes FROM total"), 0);
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("another version")));
  EXPECT_FALSE(fs::exists(path_ + ".corrupt"));
}

TEST_F(CacheFileTest, DatabaseOfAnotherProgramIsRefused) {
  fs::create_directories(fs::path(path_).parent_path());
  ASSERT_TRUE(Connection::open(path_, 0)->run("CREATE TABLE precious (a)").ok());
  const auto file = open();
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.error().code, Code::kInvalidConfig);
  EXPECT_EQ(*Connection::open(path_, 0)->number("SELECT count(*) FROM precious"), 0);
}

TEST_F(CacheFileTest, FolderThatCannotBeMadeIsIo) {
  write("a file, no folder");
  const auto file = open_cache_file(path_ + "/sub/cache.sqlite", {});
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.error().code, Code::kIo);
  EXPECT_EQ(file.error().where.path, path_ + "/sub/cache.sqlite");
  EXPECT_THAT(file.error().message, HasSubstr("enabled = false"));
}

TEST_F(CacheFileTest, FolderAsFileIsIo) {
  fs::create_directories(path_);
  const auto file = open();
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.error().code, Code::kIo);
  EXPECT_EQ(file.error().where.path, path_);
}

TEST_F(CacheFileTest, SetAsideLeavesAFileThatTookThePlace) {
  const FileId damaged = open()->id;
  ASSERT_TRUE(set_aside(path_, damaged).ok());
  EXPECT_FALSE(fs::exists(path_));
  EXPECT_TRUE(set_aside(path_, damaged).ok());  // gone already
  {
    // Keeps the first file's inode in use, so that the next one gets another.
    const auto held = MappedFile::open(path_ + ".corrupt");
    ASSERT_TRUE(held.ok());
    ASSERT_TRUE(open().ok());
  }
  ASSERT_TRUE(set_aside(path_, damaged).ok());
  EXPECT_TRUE(fs::exists(path_));
}

}  // namespace
}  // namespace ragsieve
