// Printed forms, and the questions a value answers.
#include "ragsieve/json/value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ragsieve/json/reader.h"

namespace ragsieve::json {
namespace {

TEST(Value, DumpKeepsTheOrderOfMembers) {
  const Value value = Object{{"b", 1}, {"a", Array{true, nullptr, "x"}}, {"c", Object{}}};
  EXPECT_EQ(dump(value), R"({"b":1,"a":[true,null,"x"],"c":{}})");
}

TEST(Value, DumpEscapesWhatJsonMust) {
  EXPECT_EQ(dump(Value(std::string("\"\\/\b\f\n\r\t\x01\x1f\x7f", 11))),
            "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\"");
  EXPECT_EQ(dump(Value(std::string("a\0b", 3))), "\"a\\u0000b\"");
  EXPECT_EQ(dump(Value("é\u4e2d\U0001F600")), "\"é\u4e2d\U0001F600\"");
}

TEST(Value, DumpReplacesInvalidUtf8) {
  EXPECT_EQ(dump(Value("a\xFFz")), "\"a\uFFFDz\"");
  EXPECT_EQ(dump(Value("\xED\xA0\x80")), "\"\uFFFD\uFFFD\uFFFD\"");
  EXPECT_EQ(dump(Value("\xE4\xB8")), "\"\uFFFD\uFFFD\"");
}

TEST(Value, DumpGivesTheShortestDoubleThatReadsBack) {
  EXPECT_EQ(dump(Value(0.1)), "0.1");
  EXPECT_EQ(dump(Value(1.0)), "1.0");
  EXPECT_EQ(dump(Value(-0.0)), "-0.0");
  EXPECT_EQ(dump(Value(1e300)), "1e+300");
  Reader reader;
  for (const double number : {1.0 / 3, 5e-324, 1.7976931348623157e308, 123456789.125, 1e22}) {
    const auto read = reader.parse(dump(Value(number)));
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->number(), number);
    EXPECT_TRUE(std::holds_alternative<double>(read->storage()));
  }
}

TEST(Value, DumpWritesNullForNumbersThatJsonLacks) {
  EXPECT_EQ(dump(Array{std::nan(""), std::numeric_limits<double>::infinity()}), "[null,null]");
}

TEST(Value, DumpWritesIntegersInFull) {
  EXPECT_EQ(dump(Array{std::numeric_limits<std::int64_t>::min(),
                       std::numeric_limits<std::uint64_t>::max(), -1}),
            "[-9223372036854775808,18446744073709551615,-1]");
}

TEST(Value, CanonicalSortsByUtf16CodeUnits) {
  // The example of RFC 8785, section 3.2.3, with strings for values.
  const Value value = Object{{"\u20ac", "Euro Sign"},
                             {"\r", "Carriage Return"},
                             {"\ufb33", "Hebrew Letter Dalet With Dagesh"},
                             {"1", "One"},
                             {"\U0001F600", "Emoji: Grinning Face"},
                             {"\u0080", "Control"},
                             {"\u00f6", "Latin Small Letter O With Diaeresis"}};
  EXPECT_EQ(canonical(value),
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\","
            "\"\u00f6\":\"Latin Small Letter O With Diaeresis\",\"\u20ac\":\"Euro Sign\","
            "\"\U0001F600\":\"Emoji: Grinning Face\","
            "\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}");
}

TEST(Value, CanonicalSortsNestedObjectsAndKeepsArrays) {
  const Value value = Object{{"z", Array{Object{{"b", 2}, {"a", 1}}, 3}}, {"a", Object{}}};
  EXPECT_EQ(canonical(value), R"({"a":{},"z":[{"a":1,"b":2},3]})");
}

TEST(Value, FindReturnsNullWhereThereIsNothing) {
  const Value value = Object{{"a", 1}};
  ASSERT_NE(value.find("a"), nullptr);
  EXPECT_EQ(value.find("a")->number(), 1.0);
  EXPECT_EQ(value.find("b"), nullptr);
  EXPECT_EQ(Value(3).find("a"), nullptr);
}

TEST(Value, NamesItsType) {
  EXPECT_EQ(Value().type_name(), "null");
  EXPECT_EQ(Value(true).type_name(), "boolean");
  EXPECT_EQ(Value(1).type_name(), "number");
  EXPECT_EQ(Value(1.5).type_name(), "number");
  EXPECT_EQ(Value("").type_name(), "string");
  EXPECT_EQ(Value(Array{}).type_name(), "array");
  EXPECT_EQ(Value(Object{}).type_name(), "object");
  EXPECT_TRUE(Value(1.5).is_number());
  EXPECT_FALSE(Value("1").is_number());
}

}  // namespace
}  // namespace ragsieve::json
