// What has a canonical form, what has none, and that only its bytes are read back.
#include "ragsieve/json/canonical.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace ragsieve::json {
namespace {

using testing::HasSubstr;

Error error_of(const Value& value) {
  const auto form = canonical_form(value);
  return form.ok() ? Error{} : form.error();
}

TEST(CanonicalForm, SortsAndPrintsIntegers) {
  const Value value = Object{{"b", Array{1, -2, nullptr, true}}, {"a", "\u20ac\n"}, {"", Object{}}};
  const auto form = canonical_form(value);
  ASSERT_TRUE(form.ok());
  EXPECT_EQ(*form, "{\"\":{},\"a\":\"\u20ac\\n\",\"b\":[1,-2,null,true]}");
}

TEST(CanonicalForm, EscapesAsTheStandardSays) {
  // RFC 8785, section 3.2.2.2: short escapes, lower-case \u for other controls, nothing else.
  const auto form = canonical_form(Value(std::string("\b\t\n\f\r\"\\/\x0f\x7f\u2028", 13)));
  ASSERT_TRUE(form.ok());
  EXPECT_EQ(*form, "\"\\b\\t\\n\\f\\r\\\"\\\\/\\u000f\x7f\u2028\"");
}

TEST(CanonicalForm, RefusesFloatingPoint) {
  const Error error = error_of(Object{{"signals", Array{1, Object{{"score", 0.5}}}}});
  EXPECT_EQ(error.code, Code::kInvalidInput);
  EXPECT_EQ(error.where.field, "signals[1].score");
  EXPECT_THAT(error.message, HasSubstr("floating-point"));
  EXPECT_THAT(error_of(Value(1.0)).message, HasSubstr("floating-point"));
}

TEST(CanonicalForm, RefusesWhatOtherReadersRound) {
  EXPECT_TRUE(canonical_form(Array{kLargestInteger, -kLargestInteger}).ok());
  EXPECT_THAT(error_of(Value(kLargestInteger + 1)).message, HasSubstr("9007199254740991"));
  EXPECT_THAT(error_of(Value(-kLargestInteger - 1)).message, HasSubstr("9007199254740991"));
  EXPECT_FALSE(canonical_form(Value(std::numeric_limits<std::uint64_t>::max())).ok());
}

TEST(CanonicalForm, RefusesRepeatedMembersAndBadUtf8) {
  const Error twice = error_of(Object{{"a", Object{{"x", 1}, {"y", 2}, {"x", 1}}}});
  EXPECT_EQ(twice.where.field, "a.x");
  EXPECT_THAT(twice.message, HasSubstr("twice"));
  EXPECT_THAT(error_of(Object{{"a", "\xFF"}}).message, HasSubstr("not UTF-8"));
  EXPECT_THAT(error_of(Object{{"\xFF", 1}}).message, HasSubstr("not UTF-8"));
}

TEST(ParseCanonical, ReadsItsOwnForm) {
  const auto form = canonical_form(Object{{"b", Array{1, "x"}}, {"a", nullptr}});
  ASSERT_TRUE(form.ok());
  const auto value = parse_canonical(*form);
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(canonical(*value), *form);
}

TEST(ParseCanonical, RefusesEveryOtherSpelling) {
  constexpr std::array<std::string_view, 9> kOther = {
      "{\"b\":1,\"a\":2}", "{\"a\": 1}", "{\"a\":1}\n",      "[1.0]", "[1e0]", "[-0]",
      "\"\\u0041\"",       "\"\\/\"",    "{\"a\":1,\"a\":1}"};
  for (const std::string_view text : kOther) {
    const auto value = parse_canonical(text);
    ASSERT_FALSE(value.ok()) << text;
    EXPECT_EQ(value.error().code, Code::kInvalidInput);
  }
  EXPECT_THAT(parse_canonical("[ 1]").error().message, HasSubstr("canonical form of RFC 8785"));
  const std::string deep = std::string(1000, '[') + std::string(1000, ']');
  EXPECT_EQ(parse_canonical(deep).error().code, Code::kTooLarge);
}

TEST(ParseStrict, TakesAnySpellingButNotTwoMeanings) {
  EXPECT_TRUE(parse_strict(" {\"b\": 1,\n \"a\": \"\\u0041\"} ").ok());
  EXPECT_FALSE(parse_strict("{\"a\":1,\"a\":2}").ok());
  EXPECT_FALSE(parse_strict("{\"a\":1.5}").ok());
}

}  // namespace
}  // namespace ragsieve::json
