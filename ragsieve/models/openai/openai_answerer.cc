#include "ragsieve/models/openai/openai_answerer.h"

#include <string>
#include <utility>

#include "ragsieve/models/answer_prompt.h"
#include "ragsieve/models/openai/messages.h"

namespace ragsieve {

OpenAiAnswerer::OpenAiAnswerer(std::unique_ptr<Endpoint> endpoint, std::size_t max_tokens)
    : endpoint_(std::move(endpoint)) {
  identity_.name = endpoint_->options().model;
  identity_.kind = "openai";
  identity_.file_digest = endpoint_->digest();
  identity_.engine = endpoint_->options().url;
  identity_.prompt_version = std::string(kAnswerPromptVersion) + "/temperature-0/seed-0";
  identity_.max_tokens = max_tokens;
}

Result<Answer> OpenAiAnswerer::answer(std::string_view question,
                                      std::span<const std::string_view> passages,
                                      const RunOptions& run) {
  std::string body = chat_body(endpoint_->options().model, answer_prompt(question, passages),
                               identity_.max_tokens);
  RAGSIEVE_TRY(const std::string response,
               endpoint_->post("/chat/completions", std::move(body), kChatResponseBytes, run));
  RAGSIEVE_TRY(std::string text, read_chat_answer(response));
  return Answer{std::move(text), std::nullopt, {}, 0};
}

}  // namespace ragsieve
