#include "ragsieve/store/postgres/postgres_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/store/database.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PostgresError, StateGivesTheCode) {
  const std::pair<const char*, Code> expected[] = {
      {"23503", Code::kInvalidInput}, {"53100", Code::kNoSpace},
      {"57P01", Code::kUnavailable},  {"08006", Code::kUnavailable},
      {"08P01", Code::kInternal},     {"53300", Code::kUnavailable},
      {"42P01", Code::kInternal},     {"42501", Code::kInvalidConfig},
      {"57014", Code::kTimedOut},     {"XX001", Code::kCorrupt},
      {"XX000", Code::kIo},           {"40001", Code::kTimedOut}};
  for (const auto& [state, code] : expected) {
    EXPECT_EQ(postgres_error(state, "m").code, code) << state;
    EXPECT_FALSE(is_duplicate(postgres_error(state, "m"))) << state;
  }
  EXPECT_TRUE(is_duplicate(postgres_error("23505", "m")));
}

TEST(PostgresError, MessageThatMayShowAValueIsLeftOut) {
  EXPECT_THAT(postgres_error("22P02", "invalid: \"a text\"").message, Not(HasSubstr("a text")));
  EXPECT_THAT(postgres_error("42501", "permission denied").message, HasSubstr("permission denied"));
}

}  // namespace
}  // namespace ragsieve
