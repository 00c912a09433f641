// What the SQLite driver promises beyond the suite of every database.
#include "ragsieve/store/sqlite/sqlite_database.h"

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <filesystem>

#include "ragsieve/base/file.h"
#include "ragsieve/store/database_test_internal.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

std::unique_ptr<SqliteDatabase> open_or_die(const std::string& folder) {
  auto database = SqliteDatabase::open(folder);
  EXPECT_TRUE(database.ok()) << to_string(database.error());
  return std::move(database).value();
}

std::string setting(Database& database, const std::string& name) {
  const auto rows = database.run("SELECT CAST(" + name + " AS TEXT) FROM pragma_" + name);
  return rows.ok() && !rows->empty() ? SqlReader(rows->front()).text() : "";
}

// Runs statements on a file as another program would.
void run_elsewhere(const std::string& path, const char* sql) {
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(handle);
}

TEST(OpenDatabase, NeedsAPlace) {
  const auto refused = open_database({});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kInvalidConfig);
  EXPECT_THAT(refused.error().message, HasSubstr("[state] dir"));
}

TEST(SqliteDatabase, IsDurableAndChecksForeignKeys) {
  const TemporaryFolder folder;
  const auto database = open_or_die(folder.path());
  EXPECT_EQ(setting(*database, "journal_mode"), "wal");
  EXPECT_EQ(setting(*database, "synchronous"), "2");
  EXPECT_EQ(setting(*database, "foreign_keys"), "1");
}

TEST(SqliteDatabase, FilesAreForTheirOwnerAlone) {
  const TemporaryFolder folder;
  const auto database = open_or_die(folder.path());
  ASSERT_TRUE(database->run("CREATE TABLE t (i)").ok());
  int n_files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    struct stat info{};
    ASSERT_EQ(::stat(entry.path().c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777U, 0600U) << entry.path();
    ++n_files;
  }
  EXPECT_EQ(n_files, 4);  // database, WAL, shared memory, lock
}

TEST(SqliteDatabase, AnotherProgramsFileIsRefusedAndLeftAlone) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/state.sqlite";
  run_elsewhere(path, "CREATE TABLE theirs (i)");
  const auto before = read_file(path, 1 << 20);
  const auto refused = SqliteDatabase::open(folder.path());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kInvalidConfig);
  EXPECT_THAT(refused.error().message, HasSubstr("another program"));
  EXPECT_EQ(*before, *read_file(path, 1 << 20));
}

TEST(SqliteDatabase, GarbageIsCorrupt) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() + "/state.sqlite", std::string(5000, 'x')).ok());
  const auto refused = SqliteDatabase::open(folder.path());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kCorrupt);
  EXPECT_EQ(refused.error().where.path, folder.path() + "/state.sqlite");
}

TEST(SqliteDatabase, IntegrityCheckFindsWhatPointsNowhere) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/state.sqlite";
  {
    const auto database = open_or_die(folder.path());
    ASSERT_TRUE(database->run("CREATE TABLE k (id TEXT PRIMARY KEY)").ok());
    ASSERT_TRUE(database->run("CREATE TABLE r (id TEXT REFERENCES k (id))").ok());
  }
  run_elsewhere(path, "INSERT INTO r VALUES ('nowhere')");
  const auto problems = open_or_die(folder.path())->integrity_problems();
  ASSERT_TRUE(problems.ok());
  EXPECT_THAT(*problems, testing::ElementsAre(HasSubstr("a row of r")));
}

TEST(SqliteDatabase, IntegrityCheckFindsADamagedPage) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/state.sqlite";
  {
    const auto database = open_or_die(folder.path());
    ASSERT_TRUE(database->run("CREATE TABLE k (id TEXT PRIMARY KEY)").ok());
    ASSERT_TRUE(database->run("INSERT INTO k VALUES ('found')").ok());
  }
  std::string bytes = *read_file(path, 1 << 20);
  const std::size_t last = bytes.rfind("found");
  ASSERT_NE(last, std::string::npos);
  bytes[last] = 'x';  // of the table or of its index, no longer of both
  ASSERT_TRUE(write_file(path, bytes).ok());
  const auto problems = open_or_die(folder.path())->integrity_problems();
  ASSERT_TRUE(problems.ok());
  EXPECT_FALSE(problems->empty());
}

}  // namespace
}  // namespace ragsieve
