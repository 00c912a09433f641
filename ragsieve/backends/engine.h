// The model engines of this build, made at their first use: llama.cpp, and for the encoder oneDNN
// beside it on the same workers; or none (engine_none.cc). Private to this folder. Thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/models/answerer.h"
#include "ragsieve/models/causal_lm.h"
#include "ragsieve/models/encoder.h"
#include "ragsieve/models/model_spec.h"
#include "ragsieve/models/token_encoder.h"

namespace ragsieve {

class LlamaEngine;

// What the generator of this build makes of that model is known by.
[[nodiscard]] AnswererIdentity generator_identity(const ModelSpec& spec, std::size_t max_tokens);

// What the encoder of that model is known by under `kind` of models.encoder_engine. kUnavailable
// where that engine cannot read the model.
[[nodiscard]] Result<ModelIdentity> encoder_identity(const ModelSpec& spec,
                                                     const std::string& kind);

class Engine {
 public:
  explicit Engine(int threads) : threads_(threads) {}
  [[nodiscard]] Result<std::unique_ptr<Encoder>> load_encoder(const std::string& folder,
                                                              const ModelSpec& spec,
                                                              const std::string& kind);
  [[nodiscard]] Result<std::unique_ptr<TokenEncoder>> load_token_encoder(const std::string& folder,
                                                                         const ModelSpec& spec);
  [[nodiscard]] Result<std::unique_ptr<CausalLm>> load_causal_lm(const std::string& folder,
                                                                 const ModelSpec& spec);
  [[nodiscard]] Result<std::unique_ptr<Answerer>> load_generator(const std::string& folder,
                                                                 const ModelSpec& spec,
                                                                 std::size_t max_tokens);

 private:
  [[nodiscard]] Status start();
  std::mutex mutex_;
  [[maybe_unused]] int threads_;  // unused where there is no engine
  std::shared_ptr<LlamaEngine> engine_;
};

}  // namespace ragsieve
