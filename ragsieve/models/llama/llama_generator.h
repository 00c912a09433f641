// The embedded generator: a small chat model (ChatML tokens, as SmolLM2 Instruct has them), greedy.
// What was computed for the beginning of a prompt is kept for the next prompt that begins alike, so
// that the two answers of a probe share it. Bytes do not depend on that: a prompt is computed in
// blocks that start at multiples of kPromptBlock, and only whole blocks are kept.
// Private to this folder.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "ragsieve/models/answer_prompt.h"
#include "ragsieve/models/answerer.h"
#include "ragsieve/models/llama/llama_session.h"

namespace ragsieve {

inline constexpr std::uint32_t kPromptBlock = 64;        // tokens computed together
inline constexpr std::uint32_t kGeneratorTokens = 8192;  // of prompt and answer, at most

class LlamaGenerator final : public Answerer {
 public:
  // kUnavailable where the model has no ChatML tokens.
  [[nodiscard]] static Result<std::unique_ptr<Answerer>> create(
      AnswererIdentity identity, std::unique_ptr<LlamaSession> session);
  [[nodiscard]] const AnswererIdentity& identity() const override { return identity_; }
  [[nodiscard]] Result<Answer> answer(std::string_view question,
                                      std::span<const std::string_view> passages,
                                      const RunOptions& run) override;

  // Prompt tokens so far that were computed, and that were found computed.
  [[nodiscard]] std::size_t n_computed() const { return n_computed_.load(); }
  [[nodiscard]] std::size_t n_reused() const { return n_reused_.load(); }

 private:
  // A context, and the prompt whose whole blocks it still holds.
  struct Memory {
    std::unique_ptr<LlamaSession::Lane> lane;
    std::vector<llama_token> prompt;
    bool busy = false;
    std::uint64_t last_use = 0;
  };
  LlamaGenerator(AnswererIdentity identity, std::unique_ptr<LlamaSession> session)
      : identity_(std::move(identity)), session_(std::move(session)) {}
  [[nodiscard]] Status find_chat_tokens();
  [[nodiscard]] std::vector<llama_token> prompt_ids(const AnswerPrompt& prompt) const;
  [[nodiscard]] std::size_t context_tokens() const;
  [[nodiscard]] Result<Memory*> borrow(const std::vector<llama_token>& prompt, std::size_t worker);
  void give_back(Memory* memory);
  [[nodiscard]] Status read_prompt(Memory& memory, const std::vector<llama_token>& prompt);
  [[nodiscard]] Result<std::string> write_answer(Memory& memory, std::vector<llama_token> ids);

  AnswererIdentity identity_;
  std::unique_ptr<LlamaSession> session_;
  llama_token turn_start_ = 0;
  llama_token turn_end_ = 0;
  std::mutex mutex_;  // of memories_ and uses_
  std::vector<std::unique_ptr<Memory>> memories_;
  std::uint64_t uses_ = 0;
  std::atomic<std::size_t> n_computed_{0};
  std::atomic<std::size_t> n_reused_{0};
};

}  // namespace ragsieve
