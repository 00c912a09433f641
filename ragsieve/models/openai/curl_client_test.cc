#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "ragsieve/models/openai/http_client.h"
#include "ragsieve/models/openai/loopback_server.h"

namespace ragsieve {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;

HttpRequest request_to(const std::string& url) {
  HttpRequest request;
  request.url = url + "/v1/chat/completions";
  request.bearer = "s3cret";
  request.body = "{\"a\": 1}";
  request.timeout = milliseconds(20'000);
  return request;
}

Result<HttpResponse> post(const HttpRequest& request) {
  return make_curl_client()->send(request, RunOptions{});
}

TEST(CurlClient, PostsAndHandsBackWhatCame) {
  LoopbackServer server({{http_reply("200 OK", "application/json", "{\"b\": 2}")}});
  const auto response = post(request_to(server.url()));
  ASSERT_TRUE(response.ok()) << to_string(response.error());
  EXPECT_EQ(response->status, 200);
  EXPECT_EQ(response->content_type, "application/json");
  EXPECT_EQ(response->body, "{\"b\": 2}");
  EXPECT_FALSE(response->retry_after.has_value());
  const std::string request = server.requests().at(0);
  EXPECT_THAT(request, HasSubstr("POST /v1/chat/completions HTTP/1.1\r\n"));
  EXPECT_THAT(request, HasSubstr("Authorization: Bearer s3cret\r\n"));
  EXPECT_THAT(request, HasSubstr("Content-Type: application/json\r\n"));
  EXPECT_THAT(request, Not(HasSubstr("Expect")));
  EXPECT_TRUE(request.ends_with("{\"a\": 1}"));
}

TEST(CurlClient, WithoutAKeyThereIsNoAuthorization) {
  LoopbackServer server({{http_reply("200 OK", "application/json", "{}")}});
  HttpRequest request = request_to(server.url());
  request.bearer.clear();
  ASSERT_TRUE(post(request).ok());
  EXPECT_THAT(server.requests().at(0), Not(HasSubstr("Authorization")));
}

TEST(CurlClient, SendsTheHeadersThatItIsGiven) {
  LoopbackServer server({{http_reply("200 OK", "application/json", "{}")}});
  HttpRequest request = request_to(server.url());
  request.headers = {{"X-One", "1"}, {"X-Two", "a b"}};
  ASSERT_TRUE(post(request).ok());
  EXPECT_THAT(server.requests().at(0), HasSubstr("X-One: 1\r\nX-Two: a b\r\n"));
}

TEST(CurlClient, AGetHasNoBody) {
  LoopbackServer server({{http_reply("200 OK", "application/json", "{}")}});
  HttpRequest request = request_to(server.url());
  request.is_get = true;
  ASSERT_TRUE(post(request).ok());
  EXPECT_THAT(server.requests().at(0), HasSubstr("GET /v1/chat/completions HTTP/1.1\r\n"));
  EXPECT_THAT(server.requests().at(0), Not(HasSubstr("Content-")));
  EXPECT_TRUE(server.requests().at(0).ends_with("\r\n\r\n"));
}

TEST(CurlClient, LargeBodiesGoOutWhole) {
  LoopbackServer server({{http_reply("200 OK", "application/json", "{}")}});
  HttpRequest request = request_to(server.url());
  request.body = std::string(3'000'000, 'x');
  ASSERT_TRUE(post(request).ok());
  EXPECT_TRUE(server.requests().at(0).ends_with("\r\n\r\n" + request.body));
}

TEST(CurlClient, AnyStatusIsAResponseAndRedirectsAreNotFollowed) {
  LoopbackServer server({{http_reply("302 Found", "text/html", "", "Location: /elsewhere\r\n")},
                         {http_reply("429 Slow", "text/plain", "", "Retry-After: 7\r\n")}});
  EXPECT_EQ(post(request_to(server.url()))->status, 302);
  const auto busy = post(request_to(server.url()));
  EXPECT_EQ(busy->status, 429);
  EXPECT_EQ(busy->retry_after, std::chrono::seconds(7));
  EXPECT_EQ(server.requests().size(), 2U);
}

TEST(CurlClient, NoConnectionIsUnavailable) {
  std::string url;
  {
    LoopbackServer server({{""}});
    url = server.url();
  }
  const Error error = post(request_to(url)).error();
  EXPECT_EQ(error.code, Code::kUnavailable);
  EXPECT_THAT(error.message, HasSubstr("cannot reach " + url));
  EXPECT_THAT(error.message, Not(HasSubstr("s3cret")));
}

TEST(CurlClient, ClosedBeforeAWordIsUnavailable) {
  LoopbackServer server({{""}});
  EXPECT_EQ(post(request_to(server.url())).error().code, Code::kUnavailable);
}

TEST(CurlClient, NoAnswerInTimeIsTimedOut) {
  LoopbackServer server({{"", true}});
  HttpRequest request = request_to(server.url());
  request.timeout = milliseconds(30);
  const Error error = post(request).error();
  EXPECT_EQ(error.code, Code::kTimedOut);
  EXPECT_THAT(error.message, HasSubstr("within 30 ms"));
}

TEST(CurlClient, BrokenOffAnswerIsInvalid) {
  std::string half = http_reply("200 OK", "application/json", "{\"choices\": []}");
  half.resize(half.size() - 9);
  LoopbackServer server({{half}});
  const Error error = post(request_to(server.url())).error();
  EXPECT_EQ(error.code, Code::kInvalidInput);
  EXPECT_THAT(error.message, HasSubstr("broke off its answer after 6 bytes"));
}

TEST(CurlClient, AnswerOverTheLimitIsTooLarge) {
  HttpRequest request;
  for (const std::size_t n_bytes : {1000UL, 1001UL}) {
    LoopbackServer server({{http_reply("200 OK", "application/json", std::string(n_bytes, ' '))}});
    request = request_to(server.url());
    request.max_response_bytes = 1000;
    const auto response = post(request);
    EXPECT_EQ(response.ok(), n_bytes == 1000);
    if (response.ok()) continue;
    EXPECT_EQ(response.error().code, Code::kTooLarge);
    EXPECT_THAT(response.error().message, HasSubstr("more than 1000 bytes"));
  }
}

TEST(CurlClient, CancelEndsATransferThatHangs) {
  LoopbackServer server({{"HTTP/1.1 200 OK\r\n", true}});
  RunOptions run;
  int reports = 0;
  run.progress = [&](const ProgressEvent&) {
    if (++reports == 2) run.cancel.request();
  };
  const auto response = make_curl_client()->send(request_to(server.url()), run);
  EXPECT_EQ(response.error().code, Code::kCancelled);
}

TEST(CurlClient, OtherSchemesAreRefused) {
  HttpRequest request = request_to("");
  request.url = "file:///etc/hostname";
  EXPECT_EQ(post(request).error().code, Code::kUnavailable);
}

TEST(CurlClient, ThreadsMayPostAtOnce) {
  LoopbackServer server({{http_reply("200 OK", "application/json", "{}")}});
  const auto client = make_curl_client();
  std::atomic<int> n_ok{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      if (client->send(request_to(server.url()), RunOptions{}).ok()) ++n_ok;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(n_ok.load(), 4);
}

}  // namespace
}  // namespace ragsieve
