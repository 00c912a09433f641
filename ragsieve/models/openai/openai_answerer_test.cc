#include "ragsieve/models/openai/openai_answerer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "ragsieve/models/openai/fake_http.h"
#include "ragsieve/models/openai/loopback_server.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

constexpr std::string_view kGood =
    R"({"choices":[{"message":{"content":"Five years."},"finish_reason":"stop"}]})";
constexpr std::array<std::string_view, 1> kPassages{"The warranty is five years."};

TEST(OpenAiAnswerer, AsksOnceAndHandsBackTheText) {
  FakeExchange exchange{{response(200, std::string(kGood))}, {}, {}};
  OpenAiAnswerer answerer(fake_endpoint(&exchange), 64);
  const Answer answer = answerer.answer("How long?", kPassages, RunOptions{}).value();
  EXPECT_EQ(answer.text, "Five years.");
  EXPECT_FALSE(answer.passage.has_value());
  EXPECT_EQ(exchange.requests.at(0).url, "http://host/v1/chat/completions");
  EXPECT_THAT(exchange.requests.at(0).body, HasSubstr("The warranty is five years."));
  EXPECT_THAT(exchange.requests.at(0).body, HasSubstr("\"max_tokens\":64"));
}

TEST(OpenAiAnswerer, IdentityNamesModelAndAddressNotTheKey) {
  FakeExchange exchange;
  const AnswererIdentity identity = OpenAiAnswerer(fake_endpoint(&exchange), 64).identity();
  EXPECT_EQ(identity.name, "model-1");
  EXPECT_EQ(identity.kind, "openai");
  EXPECT_EQ(identity.engine, "http://host/v1");
  EXPECT_EQ(identity.max_tokens, 64U);
  EXPECT_EQ(identity.prompt_version.find("s3cret"), std::string::npos);
}

TEST(OpenAiAnswerer, NonsenseIsAnErrorNotAnAnswer) {
  FakeExchange exchange{{response(200, "{}")}, {}, {}};
  OpenAiAnswerer answerer(fake_endpoint(&exchange), 64);
  EXPECT_EQ(answerer.answer("How long?", kPassages, RunOptions{}).error().code,
            Code::kInvalidInput);
}

TEST(OpenAiAnswerer, EndpointThatRecoversIsAskedAgainOverARealSocket) {
  LoopbackServer server({{http_reply("503 Busy", "text/html", "<html>")},
                         {http_reply("200 OK", "application/json", kGood)}});
  FakeExchange exchange;
  EndpointOptions options;
  options.url = server.url() + "/v1";
  options.model = "model-1";
  OpenAiAnswerer answerer(
      Endpoint::open(options, make_curl_client(), std::make_unique<FakeSleeper>(&exchange)).value(),
      64);
  EXPECT_EQ(answerer.answer("How long?", kPassages, RunOptions{})->text, "Five years.");
  EXPECT_EQ(server.requests().size(), 2U);
  EXPECT_EQ(exchange.slept.size(), 1U);
}

}  // namespace
}  // namespace ragsieve
