// The reader of rows refuses what it cannot make sense of.
#include "ragsieve/store/sql_value.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

TEST(SqlReader, TakesColumnsFromLeftToRight) {
  const Digest digest{{1, 2, 3}};
  const SqlRow row{7, "x", SqlBytes{"b"}, digest, SqlValue(), SqlValue()};
  SqlReader reader(row);
  EXPECT_EQ(reader.integer(), 7);
  EXPECT_EQ(reader.text(), "x");
  EXPECT_EQ(reader.bytes(), "b");
  EXPECT_EQ(reader.digest(), digest);
  EXPECT_FALSE(reader.maybe_integer().has_value());
  EXPECT_FALSE(reader.maybe_digest().has_value());
  EXPECT_TRUE(reader.status().ok());
}

TEST(SqlReader, NamesTheFirstColumnThatIsOfAnotherKind) {
  const SqlRow row{7, SqlValue(), "no digest"};
  SqlReader reader(row);
  EXPECT_EQ(reader.integer(), 7);
  EXPECT_EQ(reader.text(), "");
  EXPECT_EQ(reader.digest(), Digest());
  const Status status = reader.status();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kCorrupt);
  EXPECT_THAT(status.error().message, testing::HasSubstr("column 2"));
}

TEST(SqlReader, RefusesARowOfAnotherLength) {
  const SqlRow row{1, 2};
  SqlReader short_of(row);
  EXPECT_EQ(short_of.integer(), 1);
  EXPECT_FALSE(short_of.status().ok());
  SqlReader beyond(row);
  for (int i = 0; i < 3; ++i) (void)beyond.maybe_integer();
  EXPECT_FALSE(beyond.status().ok());
}

TEST(SqlValue, AbsentOptionalIsNull) {
  const SqlValue absent = std::optional<std::string>();
  EXPECT_TRUE(absent.is_null());
  const SqlValue three = std::optional<std::int64_t>(3);
  EXPECT_EQ(std::get<std::int64_t>(three.storage()), 3);
}

}  // namespace
}  // namespace ragsieve
