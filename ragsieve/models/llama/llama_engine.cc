#include "ragsieve/models/llama/llama_engine.h"

#include <ggml-cpu.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "ragsieve/base/limits.h"
#include "ragsieve/models/llama/bert_tokenizer.h"
#include "ragsieve/models/llama/llama_causal_lm.h"
#include "ragsieve/models/llama/llama_encoder.h"
#include "ragsieve/models/llama/llama_generator.h"
#include "ragsieve/models/llama/llama_session.h"

namespace ragsieve {
namespace {

std::string cpu_class() {
  const std::pair<int, std::string_view> features[] = {
      {ggml_cpu_has_avx2(), "avx2"},        {ggml_cpu_has_avx512(), "avx512"},
      {ggml_cpu_has_avx512_vnni(), "vnni"}, {ggml_cpu_has_avx512_bf16(), "bf16"},
      {ggml_cpu_has_amx_int8(), "amx"},     {ggml_cpu_has_neon(), "neon"},
      {ggml_cpu_has_sve(), "sve"},          {ggml_cpu_has_matmul_int8(), "i8mm"},
  };
  std::string name;
  for (const auto& [present, feature] : features) {
    if (present == 0) continue;
    if (!name.empty()) name += '+';
    name += feature;
  }
  return name.empty() ? "generic" : name;
}

class Engine final : public LlamaEngine {
 public:
  explicit Engine(int threads)
      : host_(std::make_shared<ModelHost>(static_cast<std::size_t>(threads))) {}

  const std::shared_ptr<ModelHost>& host() const override { return host_; }

  Result<std::unique_ptr<Encoder>> load_encoder(const std::string& folder,
                                                const ModelSpec& spec) override {
    const enum llama_pooling_type pooling =
        spec.pooling == "cls" ? LLAMA_POOLING_TYPE_CLS : LLAMA_POOLING_TYPE_MEAN;
    RAGSIEVE_TRY(auto session, open(folder, spec, embedding_options(spec, pooling)));
    RAGSIEVE_TRY(BertTokenizer tokenizer, BertTokenizer::create(folder, spec, *session));
    return std::unique_ptr<Encoder>(std::make_unique<LlamaEncoder>(
        identity_of(spec, llama_engine_name()), std::move(session), std::move(tokenizer)));
  }

  Result<std::unique_ptr<TokenEncoder>> load_token_encoder(const std::string& folder,
                                                           const ModelSpec& spec) override {
    RAGSIEVE_TRY(auto session,
                 open(folder, spec, embedding_options(spec, LLAMA_POOLING_TYPE_NONE)));
    RAGSIEVE_TRY(BertTokenizer tokenizer, BertTokenizer::create(folder, spec, *session));
    return std::unique_ptr<TokenEncoder>(std::make_unique<LlamaTokenEncoder>(
        identity_of(spec, llama_engine_name()), std::move(session), std::move(tokenizer)));
  }

  Result<std::unique_ptr<CausalLm>> load_causal_lm(const std::string& folder,
                                                   const ModelSpec& spec) override {
    SessionOptions options;
    options.context_tokens = static_cast<std::uint32_t>(spec.max_tokens);
    options.batch_tokens = kNllBatchTokens;
    options.flash_attention = true;
    RAGSIEVE_TRY(auto session, open(folder, spec, options));
    return std::unique_ptr<CausalLm>(std::make_unique<LlamaCausalLm>(
        identity_of(spec, llama_engine_name()), std::move(session)));
  }

  Result<std::unique_ptr<Answerer>> load_generator(const std::string& folder, const ModelSpec& spec,
                                                   std::size_t max_tokens) override {
    SessionOptions options;
    options.context_tokens = kGeneratorTokens;
    options.batch_tokens = kPromptBlock;  // without flash attention: half as fast again at writing
    RAGSIEVE_TRY(auto session, open(folder, spec, options));
    return LlamaGenerator::create(llama_generator_identity(spec, max_tokens), std::move(session));
  }

 private:
  static SessionOptions embedding_options(const ModelSpec& spec, enum llama_pooling_type pooling) {
    SessionOptions options;
    options.embeddings = true;
    options.pooling = pooling;
    options.context_tokens = static_cast<std::uint32_t>(spec.max_tokens);
    options.batch_tokens = options.context_tokens;
    return options;
  }

  Result<std::unique_ptr<LlamaSession>> open(const std::string& folder, const ModelSpec& spec,
                                             const SessionOptions& options) {
    RAGSIEVE_CHECK(verify_files(folder, spec));
    return LlamaSession::open(host_, (std::filesystem::path(folder) / spec.file).string(), options);
  }

  std::shared_ptr<ModelHost> host_;
};

}  // namespace

const std::string& llama_engine_name() {
  static const std::string name = std::string("llama.cpp-") + llama_version() + "/" + cpu_class();
  return name;
}

AnswererIdentity llama_generator_identity(const ModelSpec& spec, std::size_t max_tokens) {
  AnswererIdentity identity;
  identity.name = spec.name;
  identity.kind = "llama";
  identity.file_digest = spec.sha256;
  identity.engine = llama_engine_name();
  identity.prompt_version =
      std::string(kAnswerPromptVersion) + "/chatml/greedy/block-" + std::to_string(kPromptBlock);
  identity.max_tokens = max_tokens;
  return identity;
}

Result<std::shared_ptr<LlamaEngine>> LlamaEngine::create(int threads) {
  if (threads < 1 || threads > limits::kThreads) {
    return make_error(Code::kInvalidArgument, "threads is " + std::to_string(threads) +
                                                  ", expected 1 to " +
                                                  std::to_string(limits::kThreads));
  }
  return std::shared_ptr<LlamaEngine>(std::make_shared<Engine>(threads));
}

}  // namespace ragsieve
