#include "ragsieve/models/openai/endpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/models/openai/fake_http.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::Not;

Result<std::string> ask(Result<HttpResponse> result) {
  FakeExchange exchange{{std::move(result)}, {}, {}};
  return fake_endpoint(&exchange)->post("/chat/completions", "{}", 1000, RunOptions{});
}

TEST(Endpoint, PostsToItsAddressWithItsKey) {
  FakeExchange exchange{{response(200, "[1]", "Application/JSON ; charset=utf-8")}, {}, {}};
  const auto endpoint = fake_endpoint(&exchange);
  EXPECT_EQ(endpoint->post("/embeddings", "{}", 1234, RunOptions{}).value(), "[1]");
  const HttpRequest& request = exchange.requests.at(0);
  EXPECT_EQ(request.url, "http://host/v1/embeddings");
  EXPECT_EQ(request.bearer, "s3cret");
  EXPECT_EQ(request.body, "{}");
  EXPECT_EQ(request.max_response_bytes, 1234U);
}

TEST(Endpoint, OtherStatusesSayWhatToDo) {
  const std::pair<long, std::string> cases[] = {
      {401, "check its api_key"}, {404, "check url and model"},    {302, "redirects"},
      {429, "too often"},         {500, "the endpoint's own log"}, {400, "length of the passages"}};
  for (const auto& [status, advice] : cases) {
    const Error error = ask(response(status, "s3cret body", "text/html")).error();
    EXPECT_EQ(error.code, Code::kUnavailable) << status;
    EXPECT_THAT(error.message, HasSubstr("HTTP " + std::to_string(status) + " (text/html)"));
    EXPECT_THAT(error.message, HasSubstr(advice));
    EXPECT_THAT(to_string(error), Not(HasSubstr("s3cret")));
  }
}

TEST(Endpoint, HtmlIsNoAnswer) {
  const Error html = ask(response(200, "<html>", "text/html; charset=utf-8")).error();
  EXPECT_EQ(html.code, Code::kInvalidInput);
  EXPECT_THAT(html.message, HasSubstr("HTTP 200 (text/html; charset=utf-8), expected application"));
  EXPECT_THAT(ask(response(200, "", "")).error().message, HasSubstr("no content type"));
  const Error hostile = ask(response(200, "", "x\x1b[31m" + std::string(500, 'y'))).error();
  EXPECT_THAT(hostile.message, HasSubstr("x?[31myy"));
  EXPECT_LT(hostile.message.size(), 250U);
}

TEST(Endpoint, ErrorsOfTheClientPass) {
  EXPECT_EQ(ask(make_error(Code::kTimedOut, "late")).error().code, Code::kTimedOut);
  EXPECT_EQ(ask(make_error(Code::kTooLarge, "long")).error().message, "long");
}

TEST(Endpoint, OptionsAreChecked) {
  EndpointOptions good;
  good.url = "https://host:8/v1";
  good.model = "m";
  EXPECT_TRUE(good.validate().ok());
  const auto field = [](const EndpointOptions& options) {
    const Status status = options.validate();
    if (status.ok()) return std::string("none");
    EXPECT_EQ(status.error().code, Code::kInvalidConfig);
    EXPECT_THAT(to_string(status.error()), Not(HasSubstr("s3cret")));
    return status.error().where.field;
  };
  for (const char* url : {"", "ftp://h/v1", "h/v1", "http://me:s3cret@h/v1", "http://h/v1?a=s3cret",
                          "http://h/v1#x", "http://h /v1", "http://h/v1\n"}) {
    EndpointOptions bad = good;
    bad.url = url;
    EXPECT_EQ(field(bad), "url") << url;
  }
  EndpointOptions bad = good;
  bad.model = "";
  EXPECT_EQ(field(bad), "model");
  bad = good;
  bad.api_key = "s3cret\r\nX: y";
  EXPECT_EQ(field(bad), "api_key");
  bad = good;
  bad.timeout = std::chrono::milliseconds(0);
  EXPECT_EQ(field(bad), "timeout_ms");
  EXPECT_FALSE(Endpoint::open(bad, nullptr, nullptr).ok());
}

TEST(Endpoint, DigestStandsForAddressAndModel) {
  FakeExchange exchange;
  const auto endpoint = fake_endpoint(&exchange);
  EXPECT_EQ(endpoint->digest(), fake_endpoint(&exchange)->digest());
  EndpointOptions options = endpoint->options();
  options.model = "model-2";
  EXPECT_NE(Endpoint::open(options, nullptr, nullptr).value()->digest(), endpoint->digest());
}

}  // namespace
}  // namespace ragsieve
