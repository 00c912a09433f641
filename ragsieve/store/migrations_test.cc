// Steps that only go up, each of them whole.
#include "ragsieve/store/migrations.h"

#include <gmock/gmock.h>

#include "ragsieve/store/database_test_internal.h"
#include "ragsieve/store/schema.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {
namespace {

constexpr std::string_view kOne[] = {"CREATE TABLE one (n {serial}, b {bytes})"};
constexpr std::string_view kTwo[] = {"CREATE TABLE two (i BIGINT)", "INSERT INTO two VALUES (7)"};
constexpr std::string_view kBroken[] = {"CREATE TABLE three (i BIGINT)", "INSERT INTO absent"};
constexpr Migration kSteps[] = {{1, "one", kOne}, {2, "two", kTwo}, {3, "broken", kBroken}};

class MigrationsSuite : public DatabaseTest {
 protected:
  bool has(const std::string& table) {
    return database().run("SELECT count(*) FROM " + table).ok();
  }
};
RAGSIEVE_EVERY_DATABASE(MigrationsSuite);

TEST_P(MigrationsSuite, RunOnceAndInOrder) {
  ASSERT_TRUE(migrate(database(), std::span(kSteps, 1)).ok());
  EXPECT_TRUE(has("one"));
  EXPECT_FALSE(has("two"));
  for (int i = 0; i < 2; ++i) {
    const Status status = migrate(database(), std::span(kSteps, 2));
    ASSERT_TRUE(status.ok()) << to_string(status.error());
  }
  const auto rows = database().run("SELECT i FROM two");
  ASSERT_TRUE(rows.ok());
  EXPECT_EQ(*rows, (SqlRows{{7}}));
}

TEST_P(MigrationsSuite, BrokenStepLeavesTheOneBefore) {
  EXPECT_FALSE(migrate(database(), kSteps).ok());
  EXPECT_TRUE(has("two"));
  EXPECT_FALSE(has("three"));
  EXPECT_TRUE(migrate(database(), std::span(kSteps, 2)).ok());
}

TEST_P(MigrationsSuite, NewerDatabaseIsRefusedWithBothNumbers) {
  ASSERT_TRUE(migrate(database(), schema_steps()).ok());
  ASSERT_TRUE(
      database().run("INSERT INTO schema_migrations (number, name) VALUES (41, 'later')").ok());
  const Status refused = migrate(database(), schema_steps());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kInvalidConfig);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("version 41"));
  EXPECT_THAT(refused.error().message,
              testing::HasSubstr("up to " + std::to_string(schema_steps().back().number)));
}

TEST_P(MigrationsSuite, StepsOfTheStateAreNumberedFromOne) {
  std::int64_t number = 0;
  for (const Migration& step : schema_steps()) EXPECT_EQ(step.number, ++number);
}

}  // namespace
}  // namespace ragsieve
