#include "ragsieve/models/openai/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string chat(const std::string& content, const std::string& finish = "stop") {
  return R"({"id":"x","choices":[{"index":0,"finish_reason":")" + finish +
         R"(","message":{"role":"assistant","content":)" + content + "}}]}";
}

TEST(ChatBody, IsGreedyAndBounded) {
  EXPECT_EQ(chat_body("m", AnswerPrompt{"be \"brief\"", "Why?\n"}, 128),
            R"({"model":"m","messages":[{"role":"system","content":"be \"brief\""},)"
            R"({"role":"user","content":"Why?\n"}],"temperature":0,"seed":0,"max_tokens":128,)"
            R"("stream":false})");
}

TEST(ChatAnswer, IsTheFirstChoicesText) {
  EXPECT_EQ(read_chat_answer(chat(R"(" five\u00e9 years. \n")")).value(), "five\u00e9 years.");
  EXPECT_EQ(read_chat_answer(chat(R"("cut of")", "length")).value(), "cut of");
  EXPECT_EQ(read_chat_answer(chat(R"(" ")")).value(), "");
  EXPECT_EQ(read_chat_answer(R"({"choices":[{"message":{"content":"a"}}]})").value(), "a");
}

TEST(ChatAnswer, NonsenseIsInvalidAndNotQuoted) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "0 bytes that are not JSON"},
      {"nonsense s3cret", "15 bytes that are not JSON"},
      {chat("\"cut").substr(0, 60), "that are not JSON"},
      {"[\"s3cret\"]", "found nothing, expected an array"},
      {R"({"error":{"message":"s3cret"}})", "choices: the endpoint's answer: found nothing"},
      {R"({"choices":[]})", "found array"},
      {R"({"choices":"s3cret"})", "found string, expected an array"},
      {R"({"choices":["s3cret"]})", "choices.message.content"},
      {R"({"choices":[{"message":{"content":null}}]})", "found null, expected a string"},
      {R"({"choices":[{"message":{"content":["s3cret"]}}]})", "found array, expected a string"},
  };
  for (const auto& [body, piece] : cases) {
    const auto answer = read_chat_answer(body);
    ASSERT_FALSE(answer.ok()) << body;
    EXPECT_EQ(answer.error().code, Code::kInvalidInput) << body;
    EXPECT_THAT(to_string(answer.error()), HasSubstr(piece));
    EXPECT_THAT(to_string(answer.error()), Not(HasSubstr("s3cret")));
  }
}

TEST(ChatAnswer, SilenceForLackOfTokensIsNoAnswer) {
  const Error error = read_chat_answer(chat("\"\"", "length")).error();
  EXPECT_EQ(error.code, Code::kInvalidInput);
  EXPECT_THAT(error.message, HasSubstr("raise generator.max_tokens"));
  EXPECT_EQ(read_chat_answer(chat("\"\"", "content_filter")).error().code, Code::kUnavailable);
}

TEST(ChatAnswer, LongerThanTheLimitIsTooLarge) {
  const auto of_size = [](std::size_t n) { return chat('"' + std::string(n, 'x') + '"'); };
  EXPECT_TRUE(read_chat_answer(of_size(kAnswerBytes)).ok());
  const Error error = read_chat_answer(of_size(kAnswerBytes + 1)).error();
  EXPECT_EQ(error.code, Code::kTooLarge);
  EXPECT_THAT(error.message, HasSubstr("expected at most 65536"));
}

TEST(EmbeddingsBody, HoldsTheTexts) {
  const std::array<std::string, 2> texts{"a", "b\""};
  EXPECT_EQ(embeddings_body("m", texts),
            R"({"model":"m","input":["a","b\""],"encoding_format":"float"})");
}

TEST(Embeddings, RowsAreOrderedAndNormalised) {
  const Matrix rows = read_embeddings(R"({"data":[{"index":1,"embedding":[0,2.5]},
                          {"index":0,"embedding":[3,-4]}]})",
                                      2, 2)
                          .value();
  EXPECT_EQ(rows.values, (std::vector<float>{0.6F, -0.8F, 0, 1}));
  EXPECT_TRUE(read_embeddings(R"({"data":[]})", 0, 2).ok());
}

TEST(Embeddings, EveryFaultIsNamed) {
  const std::pair<std::string, std::string> cases[] = {
      {"<html>", "not JSON"},
      {"{}", "data: the endpoint's answer: found nothing"},
      {R"({"data":[]})", "found 0 vectors, expected 1"},
      {R"({"data":[{"embedding":[1,2]}]})", "data.index"},
      {R"({"data":[{"index":1,"embedding":[1,2]}]})", "found 1, expected 0 to 0"},
      {R"({"data":[{"index":-1,"embedding":[1,2]}]})", "found -1"},
      {R"({"data":[{"index":0.5,"embedding":[1,2]}]})", "found 0.5"},
      {R"({"data":[{"index":0}]})", "found nothing, expected an array of numbers"},
      {R"({"data":[{"index":0,"embedding":"AAAA"}]})", "found string"},
      {R"({"data":[{"index":0,"embedding":[1,2,3]}]})", "found 3 components, expected 2"},
      {R"({"data":[{"index":0,"embedding":[1,null]}]})", "found null, expected a number"},
      {R"({"data":[{"index":0,"embedding":[0,0]}]})", "without a length"},
      {R"({"data":[{"index":0,"embedding":[1e300,1e300]}]})", "without a length"},
      {R"({"data":[{"index":0,"embedding":[1,NaN]}]})", "not JSON"},
      {R"({"data":[{"index":0,"embedding":[1,1e999]}]})", "not JSON"},
  };
  for (const auto& [body, piece] : cases) {
    const auto rows = read_embeddings(body, 1, 2);
    ASSERT_FALSE(rows.ok()) << body;
    EXPECT_EQ(rows.error().code, Code::kInvalidInput) << body;
    EXPECT_THAT(to_string(rows.error()), HasSubstr(piece)) << body;
  }
  const auto twice = read_embeddings(
      R"({"data":[{"index":0,"embedding":[1,2]},{"index":0,"embedding":[1,2]}]})", 2, 2);
  EXPECT_THAT(twice.error().message, HasSubstr("found 0 twice"));
}

TEST(Embeddings, LimitHoldsTheLargestHonestAnswer) {
  std::string row = "-1.2345678901234567e-05";
  for (int i = 1; i < 384; ++i) row += ",\n        -1.2345678901234567e-05";
  std::string body = R"({"object":"list","data":[{"object":"embedding","index":0,"embedding":[)";
  body += row + "]}]}";
  EXPECT_TRUE(read_embeddings(body, 1, 384).ok());
  EXPECT_LE(body.size(), embeddings_response_bytes(1, 384));
}

}  // namespace
}  // namespace ragsieve
