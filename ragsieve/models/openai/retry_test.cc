#include "ragsieve/models/openai/retry.h"

#include <gtest/gtest.h>

#include <limits>

#include "ragsieve/models/openai/fake_http.h"

namespace ragsieve {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Result<HttpResponse> run_with(FakeExchange& exchange, const RetryPolicy& policy = {},
                              const RunOptions& run = {}) {
  FakeHttpClient client(&exchange);
  FakeSleeper sleeper(&exchange);
  return post_with_retries(client, HttpRequest{}, policy, sleeper, run);
}

Error error_of(Code code) { return make_error(code, "as scripted"); }

TEST(Retry, WhatMayPassIsAskedAgain) {
  for (const Result<HttpResponse>& first :
       {Result<HttpResponse>(response(429, "")), Result<HttpResponse>(response(500, "")),
        Result<HttpResponse>(response(503, "")),
        Result<HttpResponse>(error_of(Code::kUnavailable))}) {
    FakeExchange exchange{{first, response(200, "{}")}, {}, {}};
    EXPECT_EQ(run_with(exchange)->status, 200);
    EXPECT_EQ(exchange.requests.size(), 2U);
    EXPECT_EQ(exchange.slept.size(), 1U);
  }
}

TEST(Retry, WhatWasAnsweredIsNot) {
  for (const Result<HttpResponse>& only :
       {Result<HttpResponse>(response(200, "")), Result<HttpResponse>(response(302, "")),
        Result<HttpResponse>(response(400, "")), Result<HttpResponse>(response(401, "")),
        Result<HttpResponse>(error_of(Code::kTimedOut)),
        Result<HttpResponse>(error_of(Code::kInvalidInput)),
        Result<HttpResponse>(error_of(Code::kTooLarge)),
        Result<HttpResponse>(error_of(Code::kCancelled))}) {
    FakeExchange exchange{{only}, {}, {}};
    (void)run_with(exchange);
    EXPECT_EQ(exchange.requests.size(), 1U);
    EXPECT_TRUE(exchange.slept.empty());
  }
}

TEST(Retry, TheLastResultIsHandedBack) {
  FakeExchange exchange{{response(500, ""), response(502, ""), response(503, "")}, {}, {}};
  EXPECT_EQ(run_with(exchange)->status, 503);
  EXPECT_EQ(exchange.requests.size(), 3U);
  FakeExchange none{{error_of(Code::kUnavailable)}, {}, {}};
  RetryPolicy policy;
  policy.retries = 0;
  EXPECT_EQ(run_with(none, policy).error().message, "as scripted");
  EXPECT_EQ(none.requests.size(), 1U);
}

TEST(Retry, WaitsDoubleUpToTheirLimitWithJitter) {
  RetryPolicy policy;
  policy.seed = 7;
  const milliseconds whole[] = {milliseconds(500),  milliseconds(1000), milliseconds(2000),
                                milliseconds(4000), milliseconds(8000), milliseconds(8000)};
  for (std::size_t attempt = 0; attempt < std::size(whole); ++attempt) {
    const milliseconds wait = backoff(policy, attempt);
    EXPECT_GE(wait, whole[attempt] / 2) << attempt;
    EXPECT_LE(wait, whole[attempt]) << attempt;
    EXPECT_EQ(wait, backoff(policy, attempt));
  }
  EXPECT_LE(backoff(policy, std::numeric_limits<std::size_t>::max()), policy.most_delay);
  RetryPolicy other = policy;
  other.seed = 8;
  EXPECT_NE(backoff(other, 4), backoff(policy, 4));
}

TEST(Retry, RetryAfterIsHonouredUpToItsLimit) {
  HttpResponse busy = response(429, "");
  busy.retry_after = seconds(30);
  FakeExchange exchange{{busy, response(200, "{}")}, {}, {}};
  EXPECT_EQ(run_with(exchange)->status, 200);
  EXPECT_EQ(exchange.slept.at(0), seconds(30));
  for (const seconds too_long : {seconds(31), seconds::max()}) {
    busy.retry_after = too_long;
    FakeExchange gives_up{{busy, response(200, "{}")}, {}, {}};
    EXPECT_EQ(run_with(gives_up)->status, 429);
    EXPECT_TRUE(gives_up.slept.empty());
  }
}

TEST(Retry, CancelEndsTheWait) {
  FakeExchange exchange{{response(500, "")}, {}, {}};
  RunOptions run;
  run.cancel.request();
  EXPECT_EQ(run_with(exchange, {}, run).error().code, Code::kCancelled);
  EXPECT_EQ(make_sleeper()->sleep(std::chrono::hours(1), run).error().code, Code::kCancelled);
  EXPECT_TRUE(make_sleeper()->sleep(milliseconds(1), RunOptions{}).ok());
}

}  // namespace
}  // namespace ragsieve
