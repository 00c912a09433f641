// The prompt of every generator: passages first, question last, so that two prompts whose first
// passages agree share their beginning (llama/ keeps what it computed for it). Pure, thread-safe.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ragsieve {

// Part of each generator's identity: a change of the words below needs a new one.
inline constexpr std::string_view kAnswerPromptVersion = "passages-first-1";

struct AnswerPrompt {
  std::string system;
  std::string user;
};

[[nodiscard]] AnswerPrompt answer_prompt(std::string_view question,
                                         std::span<const std::string_view> passages);

}  // namespace ragsieve
