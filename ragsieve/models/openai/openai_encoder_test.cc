#include "ragsieve/models/openai/openai_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "ragsieve/models/openai/fake_http.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

EndpointEncoderOptions two_dimensions() {
  EndpointEncoderOptions options;
  options.dim = 2;
  options.batch = 2;
  options.query_prefix = "query: ";
  options.passage_prefix = "passage: ";
  return options;
}

const std::string kTwo =
    R"({"data":[{"index":0,"embedding":[2,0]},{"index":1,"embedding":[0,2]}]})";
const std::string kOne = R"({"data":[{"index":0,"embedding":[3,4]}]})";

TEST(OpenAiEncoder, BatchesKeepTheOrderOfTheTexts) {
  FakeExchange exchange{{response(200, kTwo), response(200, kOne)}, {}, {}};
  const auto encoder = OpenAiEncoder::create(fake_endpoint(&exchange), two_dimensions()).value();
  const std::array<std::string_view, 3> texts{"a", "b", "c"};
  std::size_t done = 0;
  RunOptions run;
  run.progress = [&](const ProgressEvent& event) { done = event.done; };
  const Matrix rows = encoder->encode(texts, TextKind::kPassage, run).value();
  EXPECT_EQ(rows.values, (std::vector<float>{1, 0, 0, 1, 0.6F, 0.8F}));
  EXPECT_EQ(done, 3U);
  ASSERT_EQ(exchange.requests.size(), 2U);
  EXPECT_EQ(exchange.requests[0].url, "http://host/v1/embeddings");
  EXPECT_THAT(exchange.requests[0].body, HasSubstr(R"(["passage: a","passage: b"])"));
  EXPECT_THAT(exchange.requests[1].body, HasSubstr(R"(["passage: c"])"));
}

TEST(OpenAiEncoder, QuestionsHaveTheirOwnPrefix) {
  FakeExchange exchange{{response(200, kOne)}, {}, {}};
  const auto encoder = OpenAiEncoder::create(fake_endpoint(&exchange), two_dimensions()).value();
  const std::array<std::string_view, 1> texts{"a"};
  ASSERT_TRUE(encoder->encode(texts, TextKind::kQuery, RunOptions{}).ok());
  EXPECT_THAT(exchange.requests[0].body, HasSubstr(R"(["query: a"])"));
  EXPECT_TRUE(encoder->encode({}, TextKind::kQuery, RunOptions{})->values.empty());
  EXPECT_EQ(exchange.requests.size(), 1U);
}

TEST(OpenAiEncoder, AnotherLengthIsRefused) {
  FakeExchange exchange{{response(200, R"({"data":[{"index":0,"embedding":[3,4,5]}]})")}, {}, {}};
  const auto encoder = OpenAiEncoder::create(fake_endpoint(&exchange), two_dimensions()).value();
  const std::array<std::string_view, 1> texts{"a"};
  const Error error = encoder->encode(texts, TextKind::kPassage, RunOptions{}).error();
  EXPECT_EQ(error.code, Code::kInvalidInput);
  EXPECT_THAT(error.message, HasSubstr("found 3 components, expected 2"));
}

TEST(OpenAiEncoder, OptionsAreChecked) {
  FakeExchange exchange;
  EndpointEncoderOptions options = two_dimensions();
  options.dim = 0;
  EXPECT_EQ(OpenAiEncoder::create(fake_endpoint(&exchange), options).error().where.field, "dim");
  options = two_dimensions();
  options.batch = 1025;
  const Error error = OpenAiEncoder::create(fake_endpoint(&exchange), options).error();
  EXPECT_EQ(error.code, Code::kInvalidConfig);
  EXPECT_EQ(error.message, "found 1025, expected 1 to 1024");
}

TEST(OpenAiEncoder, IdentityHoldsWhatChangesAVector) {
  FakeExchange exchange;
  const auto encoder = OpenAiEncoder::create(fake_endpoint(&exchange), two_dimensions()).value();
  EXPECT_EQ(encoder->identity().name, "model-1");
  EXPECT_EQ(encoder->identity().engine, "http://host/v1");
  EXPECT_EQ(encoder->identity().dim, 2U);
  EXPECT_EQ(encoder->identity().query_prefix, "query: ");
}

}  // namespace
}  // namespace ragsieve
