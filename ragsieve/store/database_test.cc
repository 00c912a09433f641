// What every database promises: values, errors by code, transactions.
#include "ragsieve/store/database.h"

#include <gmock/gmock.h>

#include <limits>
#include <stdexcept>

#include "ragsieve/store/database_test_internal.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

class DatabaseSuite : public DatabaseTest {
 protected:
  void SetUp() override {
    DatabaseTest::SetUp();
    const std::string bytes(database().words().bytes);
    const std::string serial(database().words().serial);
    ASSERT_TRUE(run("CREATE TABLE t (n " + serial + ", i BIGINT, d DOUBLE PRECISION, x TEXT, b " +
                    bytes + ")")
                    .ok());
    ASSERT_TRUE(run("CREATE TABLE k (id TEXT PRIMARY KEY, i BIGINT NOT NULL CHECK (i >= 0))").ok());
    ASSERT_TRUE(run("CREATE TABLE r (id TEXT NOT NULL REFERENCES k (id))").ok());
  }
  Result<SqlRows> run(std::string_view sql, const std::vector<SqlValue>& parameters = {}) {
    return database().run(sql, parameters);
  }
  std::int64_t count(const std::string& table) {
    const auto rows = run("SELECT count(*) FROM " + table);
    if (!rows.ok() || rows->empty()) return -1;
    return SqlReader(rows->front()).integer();
  }
  Status add(const std::string& id, std::int64_t i = 1) {
    RAGSIEVE_CHECK(run("INSERT INTO k (id, i) VALUES ($1, $2)", {id, i}));
    return ok_status();
  }
};
RAGSIEVE_EVERY_DATABASE(DatabaseSuite);

TEST_P(DatabaseSuite, GivesBackWhatWasStored) {
  std::string every_byte;
  for (int i = 0; i < 256; ++i) every_byte += static_cast<char>(i);
  const std::vector<SqlRow> stored = {
      {std::numeric_limits<std::int64_t>::min(), 0.1, "", SqlBytes{""}},
      {std::numeric_limits<std::int64_t>::max(), -1e300, "\xC3\xA4 '\"\\$1%", SqlBytes{every_byte}},
      {SqlValue(), SqlValue(), SqlValue(), SqlValue()},
  };
  for (const SqlRow& row : stored) {
    ASSERT_TRUE(run("INSERT INTO t (i, d, x, b) VALUES ($1, $2, $3, $4)", row).ok());
  }
  const auto found = run("SELECT i, d, x, b FROM t ORDER BY n");
  ASSERT_TRUE(found.ok()) << to_string(found.error());
  EXPECT_EQ(*found, stored);
}

TEST_P(DatabaseSuite, ParametersAreTakenByNumber) {
  const auto rows = run("SELECT CAST($2 AS TEXT), CAST($1 AS BIGINT), CAST($2 AS TEXT)", {7, "b"});
  ASSERT_TRUE(rows.ok()) << to_string(rows.error());
  EXPECT_EQ(*rows, (SqlRows{{"b", 7, "b"}}));
}

TEST_P(DatabaseSuite, ReturnsWhatAStatementChanged) {
  ASSERT_TRUE(add("a").ok());
  const auto rows = run("UPDATE k SET i = i + $1 WHERE id = $2 RETURNING i", {4, "a"});
  ASSERT_TRUE(rows.ok()) << to_string(rows.error());
  EXPECT_EQ(*rows, (SqlRows{{5}}));
}

TEST_P(DatabaseSuite, SerialNumbersAreNeverGivenTwice) {
  const auto insert = [&] {
    return *read_first(*run("INSERT INTO t (i) VALUES (0) RETURNING n"),
                       [](SqlReader& reader) { return reader.integer(); });
  };
  const auto first = insert();
  const auto second = insert();
  ASSERT_TRUE(run("DELETE FROM t").ok());
  const auto third = insert();
  EXPECT_LT(*first, *second);
  EXPECT_LT(*second, *third);
}

TEST_P(DatabaseSuite, DuplicateIsToldFromOtherBreaks) {
  ASSERT_TRUE(add("a").ok());
  const auto again = add("a");
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code, Code::kInvalidInput);
  EXPECT_TRUE(is_duplicate(again.error()));
  for (const auto& broken : {run("INSERT INTO k (id, i) VALUES ('b', -1)"),
                             run("INSERT INTO k (id, i) VALUES ('c', $1)", {SqlValue()}),
                             run("INSERT INTO r (id) VALUES ('nowhere')")}) {
    ASSERT_FALSE(broken.ok());
    EXPECT_EQ(broken.error().code, Code::kInvalidInput) << to_string(broken.error());
    EXPECT_FALSE(is_duplicate(broken.error()));
  }
  EXPECT_EQ(count("k"), 1);
}

TEST_P(DatabaseSuite, ErrorsShowNoStoredText) {
  ASSERT_TRUE(add("a secret sentence").ok());
  const auto again = add("a secret sentence");
  ASSERT_FALSE(again.ok());
  EXPECT_THAT(to_string(again.error()), testing::Not(HasSubstr("secret")));
}

TEST_P(DatabaseSuite, TextIsUtf8WithoutZero) {
  for (const std::string& text : {std::string("a\0b", 3), std::string("\xFF")}) {
    const auto refused = add(text);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, Code::kInvalidInput);
    EXPECT_FALSE(is_duplicate(refused.error()));
    EXPECT_THAT(refused.error().message, HasSubstr("text 1"));
  }
  EXPECT_EQ(count("k"), 0);
}

TEST_P(DatabaseSuite, WrongStatementsAreInternalErrors) {
  const std::vector<Result<SqlRows>> wrong = {
      run("SELEC 1"), run("SELECT absent FROM k"), run("SELECT i FROM k WHERE id = $1"),
      run("SELECT i FROM k", {1}), run("SELECT 1; SELECT 2")};
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    ASSERT_FALSE(wrong[i].ok()) << i;
    EXPECT_EQ(wrong[i].error().code, Code::kInternal) << i << to_string(wrong[i].error());
  }
  EXPECT_TRUE(add("a").ok());
}

TEST_P(DatabaseSuite, TransactionIsKeptWholly) {
  const Status status = database().in_transaction([&](Database&) -> Status {
    RAGSIEVE_CHECK(add("a"));
    return add("b");
  });
  ASSERT_TRUE(status.ok()) << to_string(status.error());
  EXPECT_EQ(count("k"), 2);
}

TEST_P(DatabaseSuite, TransactionWithAnErrorIsUndoneWholly) {
  const Status status = database().in_transaction([&](Database&) -> Status {
    RAGSIEVE_CHECK(add("a"));
    return make_error(Code::kCancelled, "stopped");
  });
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kCancelled);
  EXPECT_EQ(count("k"), 0);
}

TEST_P(DatabaseSuite, OverlookedErrorUndoesTheTransaction) {
  const Status status = database().in_transaction([&](Database&) -> Status {
    RAGSIEVE_CHECK(add("a"));
    EXPECT_FALSE(add("a").ok());
    EXPECT_FALSE(add("b").ok());  // refused, too
    return ok_status();
  });
  ASSERT_FALSE(status.ok());
  EXPECT_TRUE(is_duplicate(status.error()));
  EXPECT_EQ(count("k"), 0);
  EXPECT_TRUE(add("c").ok());
}

TEST_P(DatabaseSuite, ExceptionUndoesTheTransaction) {
  EXPECT_THROW((void)database().in_transaction([&](Database&) -> Status {
    RAGSIEVE_CHECK(add("a"));
    throw std::runtime_error("thrown");
  }),
               std::runtime_error);
  EXPECT_EQ(count("k"), 0);
  EXPECT_TRUE(database().in_transaction([&](Database&) { return add("b"); }).ok());
}

TEST_P(DatabaseSuite, NestedTransactionIsAnError) {
  const Status status = database().in_transaction([&](Database& inner) -> Status {
    RAGSIEVE_CHECK(add("a"));
    EXPECT_FALSE(inner.in_transaction([&](Database&) { return add("b"); }).ok());
    return ok_status();
  });
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kInternal);
  EXPECT_EQ(count("k"), 0);
}

TEST_P(DatabaseSuite, WorkAsOneJoinsATransaction) {
  ASSERT_TRUE(database().as_one([&](Database&) { return add("a"); }).ok());
  const Status status = database().in_transaction([&](Database& inner) -> Status {
    RAGSIEVE_CHECK(add("b"));
    const Status joined = inner.as_one([&](Database&) -> Status {
      RAGSIEVE_CHECK(add("c"));
      return make_error(Code::kNotFound, "not there");
    });
    EXPECT_FALSE(joined.ok());
    return ok_status();  // overlooked
  });
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kNotFound);
  EXPECT_EQ(count("k"), 1);
}

TEST_P(DatabaseSuite, SoundDatabaseHasNoProblems) {
  ASSERT_TRUE(add("a").ok());
  const auto problems = database().integrity_problems();
  ASSERT_TRUE(problems.ok());
  EXPECT_TRUE(problems->empty());
}

class LastingDatabase : public DatabaseTest {};
RAGSIEVE_LASTING_DATABASES(LastingDatabase);

TEST_P(LastingDatabase, KeepsRowsWhenClosed) {
  ASSERT_TRUE(database().run("CREATE TABLE t (i BIGINT)").ok());
  ASSERT_TRUE(database().run("INSERT INTO t VALUES (7)").ok());
  close();
  open();
  const auto rows = database().run("SELECT i FROM t");
  ASSERT_TRUE(rows.ok()) << to_string(rows.error());
  EXPECT_EQ(*rows, (SqlRows{{7}}));
}

TEST_P(LastingDatabase, IsOpenOnceAtATime) {
  const auto second = open_database(place().options());
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, Code::kUnavailable);
  EXPECT_THAT(second.error().message, HasSubstr("in use by"));
  close();
  open();
}

}  // namespace
}  // namespace ragsieve
