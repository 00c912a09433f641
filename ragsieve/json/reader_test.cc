// What the reader takes, what it refuses and how it says so.
#include "ragsieve/json/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "ragsieve/base/limits.h"

namespace ragsieve::json {
namespace {

using testing::HasSubstr;

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + '1' + std::string(depth, ']');
}

std::string error_of(std::string_view text, Code code = Code::kInvalidInput) {
  const auto read = Reader().parse(text);
  if (read.ok()) return "";
  EXPECT_EQ(read.error().code, code);
  EXPECT_EQ(read.error().where.field, "");
  return read.error().message;
}

TEST(Reader, ParsesEveryType) {
  const std::string text =
      R"({"n":null,"t":true,"i":-5,"u":18446744073709551615,"d":0.5,"s":"\u00e9\n","a":[1,[]]})";
  const auto read = Reader().parse(text);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(dump(*read),
            "{\"n\":null,\"t\":true,\"i\":-5,\"u\":18446744073709551615,\"d\":0.5,"
            "\"s\":\"é\\n\",\"a\":[1,[]]}");
}

TEST(Reader, KeepsRepeatedMembers) {
  const auto read = Reader().parse(R"({"a":1,"a":2})");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->object()->size(), 2U);
}

TEST(Reader, SaysWhereTheErrorIs) {
  EXPECT_THAT(error_of(R"({"a":1,})"), HasSubstr("not JSON: "));
  EXPECT_THAT(error_of(R"({"a":1,})"), HasSubstr("at byte 7"));
  EXPECT_THAT(error_of("[1 2]"), HasSubstr("at byte 3"));
  EXPECT_THAT(error_of("[1]]"), HasSubstr("at byte 3"));
  EXPECT_THAT(error_of("[\"a\xFF\"]"), HasSubstr("invalid UTF-8 at byte 3"));
  EXPECT_THAT(error_of("[nul]"), HasSubstr("unknown word"));
  EXPECT_THAT(error_of("\"a\nb\""), HasSubstr("at byte 2"));
}

TEST(Reader, RefusesNothingAtAll) {
  EXPECT_THAT(error_of(""), HasSubstr("empty"));
  EXPECT_THAT(error_of("  "), HasSubstr("not JSON"));
}

TEST(Reader, RefusesNumbersThatDoNotFit) {
  EXPECT_THAT(error_of("18446744073709551616"), HasSubstr("number"));
  EXPECT_THAT(error_of("-9223372036854775809"), HasSubstr("number"));
  EXPECT_THAT(error_of("1e400"), HasSubstr("number"));
  EXPECT_THAT(error_of("01"), HasSubstr("number"));
  EXPECT_THAT(error_of("NaN"), HasSubstr("not JSON"));
}

TEST(Reader, RefusesLoneSurrogates) {
  EXPECT_THAT(error_of(R"("\ud800")"), HasSubstr("escape"));
  EXPECT_THAT(error_of(R"("\ud800\u0041")"), HasSubstr("escape"));
  EXPECT_THAT(error_of(R"("\udc00")"), HasSubstr("escape"));
  const auto pair = Reader().parse(R"("\ud83d\ude00")");
  ASSERT_TRUE(pair.ok());
  EXPECT_EQ(*pair->string(), "\U0001F600");
}

TEST(Reader, BoundsDepth) {
  EXPECT_TRUE(Reader().parse(nested(limits::kJsonDepth)).ok());
  EXPECT_THAT(error_of(nested(limits::kJsonDepth + 1), Code::kTooLarge), HasSubstr("64 levels"));
  EXPECT_NE(error_of(nested(1000000), Code::kTooLarge), "");
}

TEST(Reader, IsReusableAfterErrorsAndOverRisingLengths) {
  Reader reader;
  for (std::size_t length = 0; length < 40000; length = length * 2 + 1) {
    EXPECT_FALSE(reader.parse("[" + std::string(length, '1') + "x").ok());
    const auto read = reader.parse('"' + std::string(length, 'x') + '"');
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->string()->size(), length);
    EXPECT_TRUE(reader.parse(nested(limits::kJsonDepth)).ok());
    EXPECT_FALSE(reader.parse(nested(limits::kJsonDepth + 1)).ok());
  }
}

TEST(Reader, StringMembersFollowTheNames) {
  constexpr std::array<std::string_view, 3> kNames = {"text", "title", "_id"};
  const auto read =
      Reader().string_members(R"({"_id":"7","metadata":{"text":1},"text":"a\tb"})", kNames);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ((*read)[0], "a\tb");
  EXPECT_EQ((*read)[1], std::nullopt);
  EXPECT_EQ((*read)[2], "7");
}

TEST(Reader, StringMembersValidatesTheRest) {
  constexpr std::array<std::string_view, 1> kNames = {"a"};
  EXPECT_FALSE(Reader().string_members(R"({"a":"x","b":[1,}})", kNames).ok());
  EXPECT_FALSE(Reader().string_members("{\"a\":\"x\",\"b\":\"\xFF\"}", kNames).ok());
}

TEST(Reader, StringMembersNamesTheFieldAtFault) {
  constexpr std::array<std::string_view, 2> kNames = {"a", "b"};
  const auto number = Reader().string_members(R"({"a":"x","b":7})", kNames);
  ASSERT_FALSE(number.ok());
  EXPECT_EQ(number.error().code, Code::kInvalidInput);
  EXPECT_EQ(number.error().where.field, "b");
  EXPECT_THAT(number.error().message, HasSubstr("expected a string, found number"));

  const auto twice = Reader().string_members(R"({"a":"x","a":"x"})", kNames);
  ASSERT_FALSE(twice.ok());
  EXPECT_EQ(twice.error().where.field, "a");
  EXPECT_THAT(twice.error().message, HasSubstr("twice"));

  const auto array = Reader().string_members("[]", kNames);
  ASSERT_FALSE(array.ok());
  EXPECT_THAT(array.error().message, HasSubstr("expected a JSON object, found array"));
}

}  // namespace
}  // namespace ragsieve::json
