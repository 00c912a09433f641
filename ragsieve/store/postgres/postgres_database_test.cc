// What the PostgreSQL driver promises beyond the suite of every database: a server that goes and
// comes back, one active session, durable commits.
#include "ragsieve/store/postgres/postgres_database.h"

#include <gmock/gmock.h>

#include "ragsieve/store/postgres/test_server_internal.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::Not;

class PostgresServer : public testing::Test {
 protected:
  void SetUp() override {
    static int n_schemas = 0;
    schema_ = "driver_" + std::to_string(++n_schemas);
    database_ = open(schema_);
    ASSERT_TRUE(database_->run("CREATE TABLE t (i BIGINT)").ok());
  }
  static std::unique_ptr<PostgresDatabase> open(const std::string& schema) {
    auto opened = PostgresDatabase::open(test_server().connection(), schema);
    EXPECT_TRUE(opened.ok()) << to_string(opened.error());
    return opened.ok() ? std::move(opened).value() : nullptr;
  }
  // Ends the session of `database` as a broken network would.
  static void cut_off(PostgresDatabase& database) {
    const auto pid = database.run("SELECT pg_backend_pid()");
    const auto other = open("cutter");
    ASSERT_TRUE(
        other->run("SELECT count(pg_terminate_backend(CAST($1 AS INT)))", pid->front()).ok());
  }
  std::int64_t count() {
    const auto rows = database_->run("SELECT count(*) FROM t");
    EXPECT_TRUE(rows.ok()) << to_string(rows.error());
    return rows.ok() ? SqlReader(rows->front()).integer() : -1;
  }
  std::string schema_;
  std::unique_ptr<PostgresDatabase> database_;
};

TEST_F(PostgresServer, StaysInItsSchema) {
  const auto rows = database_->run(
      "SELECT schemaname FROM pg_tables WHERE tablename = 't' "
      "AND schemaname = $1",
      {schema_});
  ASSERT_TRUE(rows.ok());
  EXPECT_EQ(*rows, (SqlRows{{schema_}}));
  const auto other = open(schema_ + "_b");
  EXPECT_FALSE(other->run("SELECT i FROM t").ok());
}

TEST_F(PostgresServer, CommitIsDurableWhateverTheDefault) {
  ASSERT_TRUE(database_->run("ALTER ROLE ragsieve SET synchronous_commit = 'off'").ok());
  const auto other = open(schema_ + "_b");
  const auto setting = other->run("SELECT current_setting('synchronous_commit')");
  EXPECT_TRUE(database_->run("ALTER ROLE ragsieve RESET synchronous_commit").ok());
  ASSERT_TRUE(setting.ok());
  EXPECT_EQ(*setting, (SqlRows{{"on"}}));
}

TEST_F(PostgresServer, LostSessionIsToldAndTheNextCallConnects) {
  cut_off(*database_);
  const auto gone = database_->run("INSERT INTO t VALUES (1)");
  ASSERT_FALSE(gone.ok());
  EXPECT_EQ(gone.error().code, Code::kUnavailable);
  EXPECT_THAT(gone.error().message, HasSubstr("PostgreSQL is gone"));
  EXPECT_EQ(count(), 0);  // not repeated
  EXPECT_TRUE(database_->run("INSERT INTO t VALUES (1)").ok());
  EXPECT_EQ(count(), 1);
}

TEST_F(PostgresServer, TransactionThatIsBegunOnALostSessionConnectsFirst) {
  cut_off(*database_);
  const Status status = database_->in_transaction([&](Database& inside) -> Status {
    RAGSIEVE_CHECK(inside.run("INSERT INTO t VALUES (1)"));
    return ok_status();
  });
  EXPECT_TRUE(status.ok()) << to_string(status.error());
  EXPECT_EQ(count(), 1);
}

TEST_F(PostgresServer, DatabaseOfAnotherEncodingIsRefused) {
  ASSERT_TRUE(database_->run("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0").ok());
  const auto refused =
      PostgresDatabase::open(test_server().connection() + " dbname=latin", "ragsieve");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kInvalidConfig);
  EXPECT_THAT(refused.error().message, HasSubstr("LATIN1"));
}

TEST_F(PostgresServer, TransactionThatLosesItsSessionIsUndoneAndNotRepeated) {
  int n_calls = 0;
  const Status lost = database_->in_transaction([&](Database& inside) -> Status {
    ++n_calls;
    RAGSIEVE_CHECK(inside.run("INSERT INTO t VALUES (1)"));
    cut_off(*database_);
    EXPECT_FALSE(inside.run("INSERT INTO t VALUES (2)").ok());
    EXPECT_FALSE(inside.run("INSERT INTO t VALUES (3)").ok());  // not on a new connection
    return ok_status();
  });
  ASSERT_FALSE(lost.ok());
  EXPECT_EQ(lost.error().code, Code::kUnavailable);
  EXPECT_EQ(n_calls, 1);
  EXPECT_EQ(count(), 0);
}

TEST_F(PostgresServer, SessionLostWhileCommittingIsNotCalledUndone) {
  const Status lost = database_->in_transaction([&](Database& inside) -> Status {
    RAGSIEVE_CHECK(inside.run("INSERT INTO t VALUES (1)"));
    cut_off(*database_);
    return ok_status();
  });
  ASSERT_FALSE(lost.ok());
  EXPECT_EQ(lost.error().code, Code::kUnavailable);
  EXPECT_THAT(lost.error().message, HasSubstr("is not known"));
}

TEST_F(PostgresServer, CrashedServerKeepsWhatWasAcknowledged) {
  ASSERT_TRUE(database_->run("INSERT INTO t VALUES (1)").ok());
  test_server().crash();
  for (int i = 0; i < 2; ++i) {
    const auto gone = database_->run("INSERT INTO t VALUES (2)");
    ASSERT_FALSE(gone.ok());
    EXPECT_EQ(gone.error().code, Code::kUnavailable);
  }
  ASSERT_TRUE(test_server().start().ok());
  EXPECT_EQ(count(), 1);
}

TEST_F(PostgresServer, LockThatAnotherTookMeanwhileIsNotTakenBack) {
  cut_off(*database_);
  auto second = open(schema_);
  EXPECT_FALSE(database_->run("INSERT INTO t VALUES (1)").ok());  // lost
  const auto refused = database_->run("INSERT INTO t VALUES (1)");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kUnavailable);
  EXPECT_THAT(refused.error().message, HasSubstr("in use by another server"));
  const auto pid = second->run("SELECT CAST(pg_backend_pid() AS TEXT)");
  EXPECT_THAT(refused.error().message, HasSubstr("process " + SqlReader(pid->front()).text()));
  second.reset();
  EXPECT_EQ(count(), 0);
}

TEST_F(PostgresServer, ForeignLockOnARowTimesOut) {
  ASSERT_TRUE(database_->run("INSERT INTO t VALUES (1)").ok());
  const auto other = open(schema_ + "_b");
  const Status held = other->in_transaction([&](Database& inside) -> Status {
    RAGSIEVE_CHECK(inside.run("UPDATE " + schema_ + ".t SET i = 2"));
    const auto waited = database_->run("UPDATE t SET i = 3");
    EXPECT_FALSE(waited.ok());
    EXPECT_EQ(waited.error().code, Code::kTimedOut);
    return ok_status();
  });
  EXPECT_TRUE(held.ok());
}

TEST_F(PostgresServer, RowTooLongForItsIndexIsTooLarge) {
  ASSERT_TRUE(database_->run("CREATE TABLE long (x TEXT PRIMARY KEY)").ok());
  std::string text;
  std::uint64_t state = 1;
  for (int i = 0; i < 30'000; ++i) {  // nothing that compresses
    state = state * 6364136223846793005U + 1442695040888963407U;
    text += static_cast<char>('a' + (state >> 33U) % 26);
  }
  const auto refused = database_->run("INSERT INTO long VALUES ($1)", {text});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kTooLarge);
}

TEST_F(PostgresServer, RefusedLoginNamesTheUserAndNoPassword) {
  const auto refused = PostgresDatabase::open(
      test_server().connection() + " user=nobody_here password=hunter2", "refused");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kUnavailable);
  EXPECT_THAT(refused.error().message, HasSubstr("nobody_here"));
  EXPECT_THAT(refused.error().message, Not(HasSubstr("hunter2")));
}

}  // namespace
}  // namespace ragsieve
