#include "ragsieve/backends/backends.h"
#include "ragsieve/backends/engine.h"
#include "ragsieve/models/llama/llama_engine.h"
#include "ragsieve/models/llama/llama_import.h"
#include "ragsieve/models/onednn/onednn_encoder.h"

namespace ragsieve {
namespace {

constexpr std::string_view kLlama = "llama";

OnednnPrecision precision_of(const std::string& kind) {
  return kind == "onednn-bf16" ? OnednnPrecision::kBFloat16 : OnednnPrecision::kFloat32;
}

}  // namespace

Result<ModelIdentity> encoder_identity(const ModelSpec& spec, const std::string& kind) {
  if (kind == kLlama) return identity_of(spec, llama_engine_name());
  return onednn_identity(spec, precision_of(kind));
}

Status Engine::start() {
  const std::lock_guard lock(mutex_);
  if (engine_) return ok_status();
  RAGSIEVE_TRY(engine_, LlamaEngine::create(threads_));
  return ok_status();
}

Result<std::unique_ptr<Encoder>> Engine::load_encoder(const std::string& folder,
                                                      const ModelSpec& spec,
                                                      const std::string& kind) {
  RAGSIEVE_CHECK(start());
  if (kind == kLlama) return engine_->load_encoder(folder, spec);
  return load_onednn_encoder(engine_->host(), folder, spec, precision_of(kind));
}

Result<std::unique_ptr<TokenEncoder>> Engine::load_token_encoder(const std::string& folder,
                                                                 const ModelSpec& spec) {
  RAGSIEVE_CHECK(start());
  return engine_->load_token_encoder(folder, spec);
}

Result<std::unique_ptr<CausalLm>> Engine::load_causal_lm(const std::string& folder,
                                                         const ModelSpec& spec) {
  RAGSIEVE_CHECK(start());
  return engine_->load_causal_lm(folder, spec);
}

Result<std::unique_ptr<Answerer>> Engine::load_generator(const std::string& folder,
                                                         const ModelSpec& spec,
                                                         std::size_t max_tokens) {
  RAGSIEVE_CHECK(start());
  return engine_->load_generator(folder, spec, max_tokens);
}

AnswererIdentity generator_identity(const ModelSpec& spec, std::size_t max_tokens) {
  return llama_generator_identity(spec, max_tokens);
}

Importer model_importer() { return import_with_llama; }

std::string engine_name() { return llama_engine_name(); }

}  // namespace ragsieve
