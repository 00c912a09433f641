// The generator behind an OpenAI-compatible endpoint (/v1/chat/completions). Greedy, but only the
// endpoint can promise the same answer twice: use it behind cached_answerer.h.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "ragsieve/models/answerer.h"
#include "ragsieve/models/openai/endpoint.h"

namespace ragsieve {

class OpenAiAnswerer final : public Answerer {
 public:
  OpenAiAnswerer(std::unique_ptr<Endpoint> endpoint, std::size_t max_tokens);
  [[nodiscard]] const AnswererIdentity& identity() const override { return identity_; }
  [[nodiscard]] Result<Answer> answer(std::string_view question,
                                      std::span<const std::string_view> passages,
                                      const RunOptions& run) override;

 private:
  std::unique_ptr<Endpoint> endpoint_;
  AnswererIdentity identity_;
};

}  // namespace ragsieve
