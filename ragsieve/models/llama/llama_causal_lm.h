// Token NLL on llama.cpp. Private to this folder.
#pragma once

#include <memory>
#include <utility>

#include "ragsieve/models/causal_lm.h"
#include "ragsieve/models/llama/llama_session.h"

namespace ragsieve {

class LlamaCausalLm final : public CausalLm {
 public:
  LlamaCausalLm(ModelIdentity identity, std::unique_ptr<LlamaSession> session)
      : identity_(std::move(identity)), session_(std::move(session)) {}
  [[nodiscard]] const ModelIdentity& identity() const override { return identity_; }
  [[nodiscard]] Result<NllProfile> nll(std::string_view text, const RunOptions& run) override;

 private:
  [[nodiscard]] Status score(LlamaSession::Lane& lane, const std::vector<llama_token>& ids,
                             NllProfile& profile) const;

  ModelIdentity identity_;
  std::unique_ptr<LlamaSession> session_;
};

// Tokens decoded a call: bounds the logits kept at a time to this many rows.
inline constexpr std::uint32_t kNllBatchTokens = 256;

}  // namespace ragsieve
