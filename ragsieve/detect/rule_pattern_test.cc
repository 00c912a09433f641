#include "ragsieve/detect/rule_pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <re2/re2.h>

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

bool matches(std::string_view pattern, const std::string& text, bool boundary = true) {
  const auto compiled = compile_pattern(pattern, boundary);
  EXPECT_TRUE(compiled.ok()) << pattern;
  return compiled.ok() && RE2::PartialMatch(text, *compiled->regex);
}

std::string error_of(std::string_view pattern) {
  const auto compiled = compile_pattern(pattern, true);
  return compiled.ok() ? "" : compiled.error().message;
}

TEST(RulePattern, GapsStayInsideOfASentence) {
  EXPECT_TRUE(matches("ignore{_}previous", "please ignore \"previous\" rules"));
  EXPECT_TRUE(matches("ignore{_}previous", "ignore\n  previous"));
  EXPECT_FALSE(matches("ignore{_}previous", "ignore. previous"));
  EXPECT_FALSE(matches("ignore{_}previous", "ignore, previous"));
  EXPECT_TRUE(matches("ignore{,}previous", "ignore, previous"));
  EXPECT_TRUE(matches("ignore{,}{,..2}rules", "ignore all, really: rules"));
  EXPECT_TRUE(matches("rule{w}?", "rule"));
  EXPECT_TRUE(matches("ignore{_}{..2}rules", "ignore all the rules"));
  EXPECT_FALSE(matches("ignore{_}{..2}rules", "ignore all of the rules"));
  EXPECT_FALSE(matches("ignore{_}{..2}rules", "ignore it. rules"));
}

TEST(RulePattern, WordsHaveEdgesInEveryScript) {
  EXPECT_FALSE(matches("rule", "the ruler"));
  EXPECT_TRUE(matches("rule", "the \"rule\""));
  EXPECT_FALSE(matches("тест", "протест"));
  EXPECT_TRUE(matches("тест", "это тест?"));
  EXPECT_TRUE(matches("指令", "忽略之前的指令吧", false));
  EXPECT_TRUE(matches("忽略{~4}指令", "忽略之前的指令", false));
  EXPECT_FALSE(matches("忽略{~4}指令", "忽略.的指令", false));
}

TEST(RulePattern, LiteralsAreFoldedLikeTheText) {
  EXPECT_TRUE(matches("Précédentes", "les precedentes"));
  EXPECT_TRUE(matches("\\x{e9}", "é"));
  EXPECT_TRUE(matches("\\pL+", "abc"));
  EXPECT_TRUE(matches("{line}SYSTEM:", "x\n> **system:", false));
  EXPECT_TRUE(matches("a{2}b{1,3}", "aabb"));
  EXPECT_TRUE(matches("x[:—–-]y", "x-y", false));
  EXPECT_FALSE(matches("x[!—–]y", "x(y", false));
}

TEST(RulePattern, AsciiClassesAreRefused) {
  for (const char* pattern : {"a\\b", "\\w+", "\\d", "\\W", "\\D", "\\B"}) {
    EXPECT_THAT(error_of(pattern), HasSubstr("knows ASCII only")) << pattern;
  }
}

TEST(RulePattern, WhatDoesNotCompileSaysWhy) {
  EXPECT_THAT(error_of("a{nothing}"), HasSubstr("no macro {nothing}"));
  EXPECT_THAT(error_of("a{..0}"), HasSubstr("no macro"));
  EXPECT_THAT(error_of("a{..999}"), HasSubstr("no macro"));
  EXPECT_THAT(error_of("a{_"), HasSubstr("without its }"));
  EXPECT_THAT(error_of("a\\"), HasSubstr("ends with a backslash"));
  EXPECT_THAT(error_of("(a"), HasSubstr("RE2 refuses"));
  EXPECT_THAT(error_of("((\\pL{100}){10}){1,9}"),
              ::testing::AnyOf(HasSubstr("8 MiB"), HasSubstr("RE2 refuses")));
  EXPECT_THAT(error_of("\\p{"), HasSubstr("RE2 refuses"));
}

}  // namespace
}  // namespace ragsieve
