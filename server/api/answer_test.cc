#include "server/api/answer.h"

#include <gmock/gmock.h>

namespace ragsieve::api {
namespace {

using testing::HasSubstr;

// Requests live as long as the calls that refer to them.
ServerRequest request_with(std::string body, std::vector<NamedText> query = {}) {
  ServerRequest request;
  request.id = "r-1";
  request.body = std::move(body);
  request.query = std::move(query);
  return request;
}

TEST(Answer, ABodyIsAnObjectOrAnError) {
  const ServerRequest good = request_with(R"({"a":1})");
  EXPECT_EQ(body_of({good, {}, {}}).value().find("a")->number(), 1);
  for (const std::string bad : {"", "[]", "{", "\"a\"", "\xff"}) {
    const ServerRequest request = request_with(bad);
    const auto body = body_of({request, {}, {}});
    ASSERT_FALSE(body.ok()) << bad;
    EXPECT_EQ(body.error().code, Code::kInvalidInput);
  }
}

TEST(Answer, WhatCannotBeDoneNowIs503WithRetryAfterAndNever500) {
  const ServerRequest request = request_with("");
  const Call call{request, {}, {}};
  for (const Code code : {Code::kIo, Code::kCorrupt, Code::kInternal, Code::kCancelled,
                          Code::kTimedOut, Code::kUnavailable, Code::kInvalidConfig}) {
    const ServerResponse answer = error_answer(make_error(code, "no"), call);
    EXPECT_EQ(answer.status, 503) << code_name(code);
    ASSERT_EQ(answer.headers.size(), 1U);
    EXPECT_EQ(answer.headers[0].first, "Retry-After");
    EXPECT_THAT(answer.body, HasSubstr(std::string(code_name(code))));
  }
  EXPECT_EQ(error_answer(make_error(Code::kNotFound, "no"), call).status, 404);
  const ServerResponse full = error_answer(make_error(Code::kNoSpace, "full"), call);
  EXPECT_EQ(full.status, 507);
  ASSERT_EQ(full.headers.size(), 1U);
  EXPECT_EQ(full.headers[0].first, "Retry-After");
}

TEST(Answer, AHandlersErrorBecomesAProblem) {
  const ServerRequest request = request_with("");
  const auto function = answering([](const Call&) -> Result<ServerResponse> {
    return make_error(Code::kNotFound, "there is no job '7'");
  });
  const ServerResponse answer = function({request, {}, {}});
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(answer.content_type, "application/problem+json");
  EXPECT_THAT(answer.body, HasSubstr("there is no job '7'"));
}

TEST(Answer, NumbersOfTheQueryStayInTheirRange) {
  const QueryNumber limit{"limit", 1, 1000, 100};
  const auto read = [&](const std::string& text) {
    const ServerRequest request = request_with("", {{"limit", text}});
    return query_number({request, {}, {}}, limit);
  };
  EXPECT_EQ(read("1").value(), 1);
  EXPECT_EQ(read("1000").value(), 1000);
  const ServerRequest none = request_with("");
  EXPECT_EQ(query_number({none, {}, {}}, limit).value(), 100);
  for (const std::string bad : {"0", "1001", "", "1x", "-1", "99999999999999999999", "+5"}) {
    const auto number = read(bad);
    ASSERT_FALSE(number.ok()) << bad;
    EXPECT_EQ(number.error().where.field, "limit");
    EXPECT_THAT(number.error().message, HasSubstr("from 1 to 1000"));
  }
}

TEST(Answer, TimesHaveMicroseconds) {
  EXPECT_EQ(time_text(0), "1970-01-01T00:00:00.000000Z");
  EXPECT_EQ(time_text(1'714'564'800'000'042), "2024-05-01T12:00:00.000042Z");
  EXPECT_EQ(json::dump(optional_time(std::nullopt)), "null");
}

TEST(Answer, AListNamesWhereTheNextPageBegins) {
  EXPECT_EQ(list_answer({json::Value(1)}, 7).body, R"({"items":[1],"next":7})");
  EXPECT_EQ(list_answer({}, std::nullopt).body, R"({"items":[],"next":null})");
}

}  // namespace
}  // namespace ragsieve::api
