#include "ragsieve/backends/backends.h"
#include "ragsieve/backends/engine.h"

namespace ragsieve {
namespace {

Error no_engine() {
  return make_error(Code::kUnavailable,
                    "this build has no model engine; build with RAGSIEVE_LLAMA=ON");
}

}  // namespace

Result<ModelIdentity> encoder_identity(const ModelSpec& spec, const std::string& /*kind*/) {
  return identity_of(spec, engine_name());
}

Status Engine::start() { return no_engine(); }

Result<std::unique_ptr<Encoder>> Engine::load_encoder(const std::string& /*folder*/,
                                                      const ModelSpec& /*spec*/,
                                                      const std::string& /*kind*/) {
  return no_engine();
}

Result<std::unique_ptr<TokenEncoder>> Engine::load_token_encoder(const std::string& /*folder*/,
                                                                 const ModelSpec& /*spec*/) {
  return no_engine();
}

Result<std::unique_ptr<CausalLm>> Engine::load_causal_lm(const std::string& /*folder*/,
                                                         const ModelSpec& /*spec*/) {
  return no_engine();
}

Result<std::unique_ptr<Answerer>> Engine::load_generator(const std::string& /*folder*/,
                                                         const ModelSpec& /*spec*/,
                                                         std::size_t /*max_tokens*/) {
  return no_engine();
}

AnswererIdentity generator_identity(const ModelSpec& spec, std::size_t max_tokens) {
  AnswererIdentity identity;
  identity.name = spec.name;
  identity.kind = "none";
  identity.file_digest = spec.sha256;
  identity.max_tokens = max_tokens;
  return identity;
}

Importer model_importer() {
  return [](const ImportRequest&, const RunOptions&) -> Result<ModelSpec> { return no_engine(); };
}

std::string engine_name() { return "none"; }

}  // namespace ragsieve
