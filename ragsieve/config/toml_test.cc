// Reading and writing of TOML, and both against each other.
#include "ragsieve/config/toml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "ragsieve/base/limits.h"

namespace ragsieve {
namespace {

using json::Array;
using json::Object;
using json::Value;
using testing::HasSubstr;

TEST(Toml, ReadsEveryType) {
  const auto value = parse_toml(
      "s = \"\\u00e9\"\ni = -3\nf = 0.5\nb = true\na = [1, [2]]\nd = 2024-05-06\n[t]\nk = 'v'\n",
      "");
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(json::dump(*value),
            "{\"a\":[1,[2]],\"b\":true,\"d\":\"2024-05-06\",\"f\":0.5,\"i\":-3,\"s\":\"é\","
            "\"t\":{\"k\":\"v\"}}");
}

TEST(Toml, ErrorNamesPathAndLine) {
  const auto value = parse_toml("a = 1\nb = \n", "config.toml");
  ASSERT_FALSE(value.ok());
  EXPECT_EQ(value.error().code, Code::kInvalidConfig);
  EXPECT_EQ(value.error().where.path, "config.toml");
  EXPECT_EQ(value.error().where.line, 2U);
  EXPECT_THAT(value.error().message, HasSubstr("not TOML: "));
}

TEST(Toml, RefusesKeysThatOccurTwice) { EXPECT_FALSE(parse_toml("a = 1\na = 2\n", "").ok()); }

TEST(Toml, RefusesInvalidUtf8) { EXPECT_FALSE(parse_toml("a = \"\xff\"", "").ok()); }

TEST(Toml, BoundsSizeAndDepth) {
  EXPECT_TRUE(parse_toml(std::string(limits::kConfigBytes, '\n'), "").ok());
  const auto large = parse_toml(std::string(limits::kConfigBytes + 1, '\n'), "x");
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.error().code, Code::kTooLarge);
  EXPECT_EQ(large.error().where.path, "x");
  std::string deep = "a";
  while (deep.size() < 900000) deep += ".a";
  const auto refused = parse_toml(deep + " = 1", "x");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kTooLarge);
  EXPECT_EQ(refused.error().where.path, "x");
}

TEST(Toml, KeysComeWithSectionsAndLines) {
  const auto keys = parse_toml_keys("top = 1\n[b]\ny = 2\nx = 3\n[a]\n[c.d]\ne = 1\n", "");
  ASSERT_TRUE(keys.ok());
  std::string listed;
  for (const TomlKey& key : *keys) {
    listed += key.section + "." + key.key + "@" + std::to_string(key.line) + " ";
  }
  EXPECT_EQ(listed, "a.@5 b.x@4 b.y@3 c.d@6 .top@1 ");
}

TEST(Toml, WritesTablesBehindPlainMembers) {
  const Value value = Object{
      {"model", Array{Object{{"name", "a"}, {"dim", 3}}, Object{{"name", "b"}}}},
      {"version", 1},
      {"run", Object{{"fast", true}, {"none", nullptr}}},
  };
  EXPECT_EQ(dump_toml(value),
            "version = 1\n\n[[model]]\nname = \"a\"\ndim = 3\n\n[[model]]\nname = \"b\"\n"
            "\n[run]\nfast = true\n");
}

TEST(Toml, WrittenValuesReadBack) {
  const Value value = Object{
      {"", "empty key"},
      {"a b.c", "quoted key"},
      {"array", Array{1, Array{"x", 2.5}, Object{{"k", "v"}}}},
      {"empty", Array{}},
      {"inf", -std::numeric_limits<double>::infinity()},
      {"min", std::numeric_limits<std::int64_t>::min()},
      {"real", 1e300},
      {"t1", Object{{"deep", Object{{"deeper", Object{{"x", 1}}}}}, {"list", Array{Object{}}}}},
      {"t2", Object{}},
      {"text", std::string("\"\\\n\t\0\x1f\x7f\u2028é", 12)},
  };
  const auto read = parse_toml(dump_toml(value), "");
  ASSERT_TRUE(read.ok()) << to_string(read.error());
  EXPECT_EQ(dump_toml(*read), dump_toml(value));
  EXPECT_EQ(*read->find("text")->string(), *value.find("text")->string());
  EXPECT_EQ(read->find("inf")->number(), value.find("inf")->number());
  EXPECT_TRUE(std::holds_alternative<double>(read->find("real")->storage()));
}

TEST(Toml, WritesNothingForNothing) {
  EXPECT_EQ(dump_toml(Object{}), "");
  EXPECT_EQ(dump_toml_value(Object{}), "{}");
}

}  // namespace
}  // namespace ragsieve
