// What counts as nesting, and what only looks like it.
#include "ragsieve/config/toml_nesting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

std::string repeated(std::string_view piece, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += piece;
  return out;
}

TEST(TomlNesting, BoundsDotsInAKey) {
  EXPECT_TRUE(check_toml_nesting(repeated("a.", kTomlNesting) + "a = 1").ok());
  const auto deep = check_toml_nesting("x = 1\n" + repeated("a.", kTomlNesting + 1) + "a = 1");
  ASSERT_FALSE(deep.ok());
  EXPECT_EQ(deep.error().code, Code::kTooLarge);
  EXPECT_EQ(deep.error().where.line, 2U);
  EXPECT_THAT(deep.error().message, testing::HasSubstr("16 dots"));
  EXPECT_FALSE(check_toml_nesting("[" + repeated("a.", 1000) + "a]").ok());
  EXPECT_FALSE(check_toml_nesting(repeated("\"a\" . 'b' . ", 1000) + "a = 1").ok());
}

TEST(TomlNesting, BoundsBrackets) {
  EXPECT_TRUE(check_toml_nesting("a = " + repeated("[", kTomlNesting)).ok());
  EXPECT_FALSE(check_toml_nesting("a = " + repeated("[", kTomlNesting + 1)).ok());
  EXPECT_FALSE(check_toml_nesting("a = " + repeated("{a=", kTomlNesting + 1)).ok());
  EXPECT_TRUE(check_toml_nesting(repeated("[[a]]\n", 1000)).ok());
}

TEST(TomlNesting, CountsNothingInStringsAndComments) {
  const std::string noise = repeated("[.{", 100);
  EXPECT_TRUE(check_toml_nesting("a = \"\\\"" + noise + "\"").ok());
  EXPECT_TRUE(check_toml_nesting("a = '\\" + noise + "'").ok());
  EXPECT_TRUE(check_toml_nesting("a = \"\"\"\n\"" + noise + "\\\"\"\"\"\"\nb = 1").ok());
  EXPECT_TRUE(check_toml_nesting("a = '''\n'" + noise + "'''").ok());
  EXPECT_TRUE(check_toml_nesting("# " + noise).ok());
  EXPECT_TRUE(check_toml_nesting("a = [" + repeated("1.5, ", 100) + "]").ok());
}

TEST(TomlNesting, StringsEndWhereTheyEnd) {
  const std::string noise = repeated("[", 100);
  EXPECT_FALSE(check_toml_nesting("a = \"\"\n" + noise).ok());
  EXPECT_FALSE(check_toml_nesting("a = \"\"\"x\"\"\"\"\"\n" + noise).ok());
  EXPECT_FALSE(check_toml_nesting("a = '\\'\n" + noise).ok());
  EXPECT_FALSE(check_toml_nesting("a = \"\\\\\"\n" + noise).ok());
  EXPECT_FALSE(check_toml_nesting("# \"\n" + noise).ok());
}

TEST(TomlNesting, TakesUnfinishedText) {
  for (const std::string_view text : {"", "\"", "'''", "\"\\", "#", "a = \"\"\"\\"}) {
    EXPECT_TRUE(check_toml_nesting(text).ok()) << text;
  }
}

}  // namespace
}  // namespace ragsieve
