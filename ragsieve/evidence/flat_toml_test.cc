#include "ragsieve/evidence/flat_toml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(FlatToml, ReadsStringsAndIntegers) {
  const auto entries = parse_flat_toml(
      "# a comment\r\n\n  name = \"a \\\"b\\\" \\\\ \u00e9\"  \r\nnumber=42\nzero = 0", "k.toml");
  ASSERT_TRUE(entries.ok()) << to_string(entries.error());
  ASSERT_EQ(entries->size(), 3U);
  EXPECT_EQ((*entries)[0].name, "name");
  EXPECT_EQ(std::get<std::string>((*entries)[0].value), "a \"b\" \\ \u00e9");
  EXPECT_EQ((*entries)[0].line, 3U);
  EXPECT_EQ(std::get<std::int64_t>((*entries)[1].value), 42);
  EXPECT_EQ(std::get<std::int64_t>((*entries)[2].value), 0);
}

TEST(FlatToml, QuotedReadsBack) {
  const std::string text = "a \"b\" \\ c\\\"";
  const auto entries = parse_flat_toml("x = " + toml_string(text), "k.toml");
  ASSERT_TRUE(entries.ok());
  EXPECT_EQ(std::get<std::string>(entries->front().value), text);
}

TEST(FlatToml, RefusesTheRestOfToml) {
  for (const std::string line : {"[section]",    "x",
                                 "= 1",          "x = ",
                                 "x = 1.5",      "x = -1",
                                 "x = 007",      "x = true",
                                 "x = 'y'",      "x = \"\\n\"",
                                 "x = \"open",   "x = \"a\" # why",
                                 "x = \"a\"b",   "X = 1",
                                 "a.b = 1",      "x = \"\x01\"",
                                 "x = \"\xFF\"", "x = 99999999999999999999",
                                 "# \x01",       "x = \"\\"}) {
    const auto entries = parse_flat_toml("\n" + line + "\n", "k.toml");
    ASSERT_FALSE(entries.ok()) << line;
    EXPECT_EQ(entries.error().code, Code::kInvalidConfig);
    EXPECT_EQ(entries.error().where.line, 2U) << line;
    EXPECT_EQ(entries.error().where.path, "k.toml");
  }
}

TEST(FlatToml, NeverShowsAValue) {
  const auto twice = parse_flat_toml("secret = \"swordfish\"\nsecret = \"swordfish\"", "k.toml");
  ASSERT_FALSE(twice.ok());
  EXPECT_THAT(twice.error().message, HasSubstr("secret occurs twice"));
  EXPECT_THAT(twice.error().message, Not(HasSubstr("swordfish")));
}

}  // namespace
}  // namespace ragsieve
