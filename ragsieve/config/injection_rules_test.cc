#include "ragsieve/config/injection_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr std::string_view kHead = "version = \"1\"\nlanguage = \"xx\"\n";
constexpr std::string_view kRule =
    "[[rule]]\nid = \"a\"\ncategory = \"role\"\nweight = 0.5\npattern = \"p {who}\"\n"
    "sample = \"s\"\nnear_miss = \"n\"\n";

std::string file(std::string_view before, std::string_view rule = kRule) {
  return std::string(kHead) + std::string(before) + std::string(rule);
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

TEST(RuleFile, RulesAreReadAndMacrosReplaced) {
  const auto rules =
      parse_rule_file(file("discussion = [\"about {who}\"]\ntopics = [\"t\"]\nintroduction = "
                           "[\"such\"]\n[macros]\nwho = \"x|y\"\n"),
                      "r.toml");
  ASSERT_TRUE(rules.ok()) << rules.error().message;
  EXPECT_EQ(rules->version, "1");
  ASSERT_THAT(rules->rules, SizeIs(1));
  const RuleEntry& rule = rules->rules[0];
  EXPECT_EQ(rule.id, "xx.a");
  EXPECT_EQ(rule.language, "xx");
  EXPECT_EQ(rule.category, "role");
  EXPECT_EQ(rule.weight, 0.5);
  EXPECT_EQ(rule.pattern, "p (?:x|y)");
  EXPECT_TRUE(rule.boundary);
  EXPECT_EQ(rule.reach, 0U);
  EXPECT_THAT(rules->discussion, ElementsAre("about (?:x|y)"));
}

TEST(RuleFile, ConceptsAreReadWithMacrosReplaced) {
  const auto rules = parse_rule_file(
      file("concept_boundary = false\n[macros]\nwho = \"x|y\"\n[concepts]\nai = \"a {who}\"\n"),
      "r.toml");
  ASSERT_TRUE(rules.ok()) << rules.error().message;
  ASSERT_THAT(rules->concepts, SizeIs(1));
  EXPECT_EQ(rules->concepts[0].name, "ai");
  EXPECT_EQ(rules->concepts[0].language, "xx");
  EXPECT_EQ(rules->concepts[0].pattern, "a (?:x|y)");
  EXPECT_FALSE(rules->concepts[0].boundary);
}

TEST(RuleFile, EachErrorOfConceptsNamesItsPlace) {
  const auto field_of = [](std::string_view before) {
    const auto rules = parse_rule_file(file(before), "r.toml");
    EXPECT_FALSE(rules.ok()) << before;
    return rules.ok() ? "" : rules.error().where.field + ": " + rules.error().message;
  };
  EXPECT_THAT(field_of("concepts = 1\n"), HasSubstr("concepts: expected a table"));
  EXPECT_THAT(field_of("concepts = { A = \"x\" }\n"), HasSubstr("concepts.A: expected a name"));
  EXPECT_THAT(field_of("concepts = { a = 1 }\n"), HasSubstr("concepts.a: found"));
  EXPECT_THAT(field_of("concept_boundary = 1\nconcepts = { a = \"x\" }\n"),
              HasSubstr("concept_boundary: expected true or false"));
  std::string many = "[concepts]\n";
  for (int i = 0; i < 65; ++i) many += "c" + std::to_string(i) + " = \"x\"\n";
  EXPECT_THAT(field_of(many), HasSubstr("concepts: expected at most 64"));
}

TEST(RuleFile, OptionalFieldsAreRead) {
  const auto rules = parse_rule_file(
      file("", std::string(kRule) + "near = \"b\"\nunless = \"c\"\nboundary = false\nreach = 2\n"),
      "r.toml");
  ASSERT_TRUE(rules.ok()) << rules.error().message;
  const RuleEntry& rule = rules->rules[0];
  EXPECT_EQ(rule.near, "b");
  EXPECT_FALSE(rule.soft);
  EXPECT_EQ(rule.unless, "c");
  EXPECT_FALSE(rule.boundary);
  EXPECT_EQ(rule.reach, 2U);
}

TEST(RuleFile, NearMayBeAList) {
  const auto rules =
      parse_rule_file(file("[macros]\nwho = \"x\"\n",
                           std::string(kRule) + "near = [\"{who}\", \"c\"]\nsoft = true\n"),
                      "r.toml");
  ASSERT_TRUE(rules.ok()) << rules.error().message;
  EXPECT_EQ(rules->rules[0].near, "(?:x)");
  EXPECT_THAT(rules->rules[0].also, ElementsAre("c"));
  EXPECT_TRUE(rules->rules[0].soft);
  for (const char* wrong : {"near = []\n", "near = [1]\n", "near = [\"\"]\n", "near = \"\"\n",
                            "soft = 1\n", "at_least = 1\n", "groups = [\"a\"]\nat_least = 2\n"}) {
    EXPECT_FALSE(parse_rule_file(file("", std::string(kRule) + wrong), "r.toml").ok()) << wrong;
  }
}

TEST(RuleFile, EachErrorNamesItsPlace) {
  const std::string good = file("");
  const std::array<std::array<std::string, 3>, 15> cases = {{
      {replaced(good, "version", "versio"), "versio", "unknown key"},
      {replaced(good, "version = \"1\"", ""), "version", "is missing"},
      {replaced(good, "\"xx\"", "\"X x\""), "language", "expected a name"},
      {replaced(good, "id = \"a\"", "id = \"A\""), "rule 1.id", "a-z, 0-9"},
      {replaced(good, "id = \"a\"\n", ""), "rule 1.id", "is missing"},
      {replaced(good, "\"role\"", "\"rol\""), "xx.a.category", "found \"rol\""},
      {replaced(good, "0.5", "0"), "xx.a.weight", "above 0"},
      {replaced(good, "0.5", "nan"), "xx.a.weight", "above 0"},
      {replaced(good, "\"p {who}\"", "7"), "xx.a.pattern", "found number"},
      {replaced(good, "\"s\"", "\"\""), "xx.a.sample", "not empty"},
      {replaced(good, "near_miss = \"n\"\n", ""), "xx.a.near_miss", "is missing"},
      {good + "reach = 9\n", "xx.a.reach", "from 0 to 3"},
      {good + "boundary = 1\n", "xx.a.boundary", "true or false"},
      {good + "color = 1\n", "xx.a.color", "unknown key"},
      {good + std::string(kRule), "xx.a", "exists already"},
  }};
  for (const auto& [text, field, message] : cases) {
    const auto rules = parse_rule_file(text, "r.toml");
    ASSERT_FALSE(rules.ok()) << field;
    EXPECT_EQ(rules.error().code, Code::kInvalidConfig);
    EXPECT_EQ(rules.error().where.path, "r.toml");
    EXPECT_EQ(rules.error().where.field, field);
    EXPECT_THAT(rules.error().message, HasSubstr(message));
  }
}

TEST(RuleFile, ListsAndMacrosHaveTypesToo) {
  for (const char* before : {"discussion = 1\n", "introduction = [1]\n", "discussion = [\"\"]\n",
                             "macros = 1\n", "[macros]\n1a = \"x\"\n", "[macros]\na = 1\n"}) {
    EXPECT_FALSE(parse_rule_file(file(before), "r.toml").ok()) << before;
  }
  EXPECT_FALSE(parse_rule_file(std::string(kHead) + "rule = 1\n", "r.toml").ok());
  EXPECT_FALSE(parse_rule_file(std::string(kHead) + "rule = [1]\n", "r.toml").ok());
  EXPECT_FALSE(parse_rule_file("= no toml", "r.toml").ok());
}

TEST(RuleFile, LimitsHold) {
  const auto code_of = [](const std::string& text) {
    const auto rules = parse_rule_file(text, "r.toml");
    return rules.ok() ? Code::kInternal : rules.error().code;
  };
  EXPECT_EQ(code_of(replaced(file(""), "p {who}", std::string(20000, 'p'))), Code::kTooLarge);
  const std::string macros = "[macros]\nwho = \"" + std::string(9000, 'x') + "\"\n";
  EXPECT_EQ(code_of(replaced(file(macros), "p {who}", "{who}{who}")), Code::kTooLarge);
  std::string many(kHead);
  for (int i = 0; i < 1001; ++i) {
    many += replaced(std::string(kRule), "\"a\"", "\"a" + std::to_string(i) + "\"");
  }
  EXPECT_EQ(code_of(many), Code::kTooLarge);
  EXPECT_EQ(code_of(std::string(2 << 20, ' ')), Code::kTooLarge);
}

TEST(RuleFile, MacrosThatNameThemselvesEnd) {
  const auto rules = parse_rule_file(file("[macros]\nwho = \"{who}\"\n"), "r.toml");
  ASSERT_TRUE(rules.ok()) << rules.error().message;
  EXPECT_THAT(rules->rules[0].pattern, HasSubstr("{who}"));
}

TEST(BuiltinRules, EveryFileReads) {
  EXPECT_THAT(builtin_rule_files(), SizeIs(Ge(2U)));
  for (const BuiltinFile& file : builtin_rule_files()) {
    const auto rules = parse_rule_file(file.text, std::string(file.name));
    EXPECT_TRUE(rules.ok()) << to_string(rules.error());
  }
}

}  // namespace
}  // namespace ragsieve
