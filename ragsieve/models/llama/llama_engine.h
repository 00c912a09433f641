// The llama.cpp engine: one model host and the models that run on its workers. Same input, same
// bytes, at any thread count: one text a call, on one thread.
// Models keep the host alive. Any thread may call; the work runs on the host's workers.
#pragma once

#include <memory>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/models/answerer.h"
#include "ragsieve/models/causal_lm.h"
#include "ragsieve/models/encoder.h"
#include "ragsieve/models/model_host.h"
#include "ragsieve/models/model_spec.h"
#include "ragsieve/models/token_encoder.h"

namespace ragsieve {

// Engine build and CPU class, as cache keys and reports name them.
[[nodiscard]] const std::string& llama_engine_name();

// What a generator of that model is known by, before it is loaded.
[[nodiscard]] AnswererIdentity llama_generator_identity(const ModelSpec& spec,
                                                        std::size_t max_tokens);

class LlamaEngine {
 public:
  // `threads`: workers of the host, 1..limits::kThreads.
  [[nodiscard]] static Result<std::shared_ptr<LlamaEngine>> create(int threads);
  virtual ~LlamaEngine() = default;

  // Where its models run: other engines may share the workers.
  [[nodiscard]] virtual const std::shared_ptr<ModelHost>& host() const = 0;

  // Each checks the files' digests against `spec` first (kCorrupt, kNotFound) and loads the model
  // (kUnavailable with what llama.cpp said).
  [[nodiscard]] virtual Result<std::unique_ptr<Encoder>> load_encoder(const std::string& folder,
                                                                      const ModelSpec& spec) = 0;
  [[nodiscard]] virtual Result<std::unique_ptr<TokenEncoder>> load_token_encoder(
      const std::string& folder, const ModelSpec& spec) = 0;
  [[nodiscard]] virtual Result<std::unique_ptr<CausalLm>> load_causal_lm(const std::string& folder,
                                                                         const ModelSpec& spec) = 0;
  // A chat model as the generator, at most `max_tokens` new tokens an answer.
  [[nodiscard]] virtual Result<std::unique_ptr<Answerer>> load_generator(
      const std::string& folder, const ModelSpec& spec, std::size_t max_tokens) = 0;
};

}  // namespace ragsieve
