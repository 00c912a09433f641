// The wrapper's own promises: errors by code, transactions that roll back.
#include "ragsieve/cache/connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "ragsieve/base/file.h"

namespace ragsieve {
namespace {

std::string fresh_path(const std::string& name) {
  const std::string path =
      testing::TempDir() + "connection_test_" + name + std::to_string(::getpid());
  for (const char* suffix : {"", "-wal", "-shm", "-journal"})
    std::filesystem::remove(path + suffix);
  return path;
}

Connection open_or_die(const std::string& path, int busy_timeout_ms = 1000) {
  auto connection = Connection::open(path, busy_timeout_ms);
  EXPECT_TRUE(connection.ok());
  return std::move(connection).value();
}

TEST(Connection, KeepsBytesAndNumbers) {
  Connection connection = open_or_die(fresh_path("bytes"));
  ASSERT_TRUE(connection.run("CREATE TABLE t (a BLOB NOT NULL, b INTEGER)").ok());
  auto insert = connection.prepare("INSERT INTO t VALUES (?, ?)");
  ASSERT_TRUE(insert.ok());
  for (const std::string_view bytes : {std::string_view(), std::string_view("a\0b", 3)}) {
    insert->bind(1, bytes);
    insert->bind(2, std::int64_t{-7});
    ASSERT_TRUE(insert->run().ok());
  }
  EXPECT_EQ(connection.last_row(), 2);
  auto select = connection.prepare("SELECT a, b FROM t ORDER BY rowid");
  ASSERT_TRUE(select.ok());
  EXPECT_TRUE(*select->step());
  EXPECT_EQ(select->bytes(0), "");
  EXPECT_TRUE(*select->step());
  EXPECT_EQ(select->bytes(0), std::string_view("a\0b", 3));
  EXPECT_EQ(select->number(1), -7);
  EXPECT_FALSE(*select->step());
}

TEST(Connection, UncommittedTransactionRollsBack) {
  Connection connection = open_or_die(fresh_path("rollback"));
  ASSERT_TRUE(connection.run("CREATE TABLE t (a INTEGER)").ok());
  {
    auto transaction = Transaction::begin_write(connection);
    ASSERT_TRUE(transaction.ok());
    ASSERT_TRUE(connection.run("INSERT INTO t VALUES (1)").ok());
  }
  EXPECT_EQ(*connection.number("SELECT count(*) FROM t"), 0);
  {
    auto transaction = Transaction::begin_write(connection);
    ASSERT_TRUE(transaction.ok());
    ASSERT_TRUE(connection.run("INSERT INTO t VALUES (1)").ok());
    ASSERT_TRUE(transaction->commit().ok());
  }
  EXPECT_EQ(*connection.number("SELECT count(*) FROM t"), 1);
}

TEST(Connection, GarbageIsCorrupt) {
  const std::string path = fresh_path("garbage");
  ASSERT_TRUE(write_file(path, std::string(5000, 'x')).ok());
  Connection connection = open_or_die(path);
  const auto version = connection.number("PRAGMA user_version");
  ASSERT_FALSE(version.ok());
  EXPECT_EQ(version.error().code, Code::kCorrupt);
  EXPECT_EQ(version.error().where.path, path);
}

TEST(Connection, MissingTableIsCorrupt) {
  Connection connection = open_or_die(fresh_path("table"));
  const auto count = connection.number("SELECT count(*) FROM absent");
  ASSERT_FALSE(count.ok());
  EXPECT_EQ(count.error().code, Code::kCorrupt);
}

TEST(Connection, HeldLockTimesOut) {
  const std::string path = fresh_path("lock");
  Connection first = open_or_die(path);
  Connection second = open_or_die(path, 0);
  auto transaction = Transaction::begin_write(first);
  ASSERT_TRUE(transaction.ok());
  const auto refused = Transaction::begin_write(second);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kTimedOut);
}

TEST(Connection, UnopenablePathIsIo) {
  const auto connection = Connection::open(testing::TempDir(), 0);
  ASSERT_FALSE(connection.ok());
  EXPECT_EQ(connection.error().code, Code::kIo);
  EXPECT_THAT(connection.error().message, testing::HasSubstr("unable to open"));
}

}  // namespace
}  // namespace ragsieve
