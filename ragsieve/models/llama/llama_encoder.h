// Encoder and token encoder on llama.cpp. Private to this folder.
#pragma once

#include <memory>
#include <utility>

#include "ragsieve/models/encoder.h"
#include "ragsieve/models/llama/bert_tokenizer.h"
#include "ragsieve/models/llama/llama_session.h"
#include "ragsieve/models/token_encoder.h"

namespace ragsieve {

class LlamaEncoder final : public Encoder {
 public:
  LlamaEncoder(ModelIdentity identity, std::unique_ptr<LlamaSession> session,
               BertTokenizer tokenizer)
      : identity_(std::move(identity)),
        session_(std::move(session)),
        tokenizer_(std::move(tokenizer)) {}
  [[nodiscard]] const ModelIdentity& identity() const override { return identity_; }
  [[nodiscard]] Result<Matrix> encode(std::span<const std::string_view> texts, TextKind kind,
                                      const RunOptions& run) override;

 private:
  ModelIdentity identity_;
  std::unique_ptr<LlamaSession> session_;
  BertTokenizer tokenizer_;
};

class LlamaTokenEncoder final : public TokenEncoder {
 public:
  LlamaTokenEncoder(ModelIdentity identity, std::unique_ptr<LlamaSession> session,
                    BertTokenizer tokenizer)
      : identity_(std::move(identity)),
        session_(std::move(session)),
        tokenizer_(std::move(tokenizer)) {}
  [[nodiscard]] const ModelIdentity& identity() const override { return identity_; }
  [[nodiscard]] Result<TokenVectors> encode_tokens(std::string_view text, std::size_t max_tokens,
                                                   const RunOptions& run) override;

 private:
  ModelIdentity identity_;
  std::unique_ptr<LlamaSession> session_;
  BertTokenizer tokenizer_;
};

}  // namespace ragsieve
