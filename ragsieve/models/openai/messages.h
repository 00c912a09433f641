// The bodies of /v1/chat/completions and /v1/embeddings, written and read. What is read is of
// hostile origin: every field is checked, and no error quotes it. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/models/answer_prompt.h"

namespace ragsieve {

inline constexpr std::size_t kChatResponseBytes = std::size_t{1} << 20;
inline constexpr std::size_t kAnswerBytes = std::size_t{64} << 10;

// Greedy: temperature 0, seed 0, one choice, at most `max_tokens` new tokens.
[[nodiscard]] std::string chat_body(const std::string& model, const AnswerPrompt& prompt,
                                    std::size_t max_tokens);

// The first choice's text without white space at its ends. kInvalidInput where it is not there, or
// where the model spent its tokens before the first word of an answer; kUnavailable where the
// endpoint withheld the answer; kTooLarge over kAnswerBytes.
[[nodiscard]] Result<std::string> read_chat_answer(std::string_view body);

[[nodiscard]] std::string embeddings_body(const std::string& model,
                                          std::span<const std::string> texts);

// One L2-normalised row a text, by the answer's `index`. kInvalidInput: another number of rows, an
// index twice, another length than `dim`, a component that is no finite number, a row of zeros.
[[nodiscard]] Result<Matrix> read_embeddings(std::string_view body, std::size_t n_texts,
                                             std::size_t dim);

// What an answer of that shape can need.
[[nodiscard]] std::size_t embeddings_response_bytes(std::size_t n_texts, std::size_t dim);

}  // namespace ragsieve
