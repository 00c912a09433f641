#include "ragsieve/backends/backends.h"

#include <utility>

#include "ragsieve/backends/endpoints.h"
#include "ragsieve/backends/engine.h"
#include "ragsieve/models/cached_answerer.h"
#include "ragsieve/models/cached_models.h"
#include "ragsieve/models/extractive_reader.h"
#include "ragsieve/models/model_spec.h"

namespace ragsieve {
namespace {

class OpenBackends final : public Backends {
 public:
  OpenBackends(const Config& config, ModelManifest manifest, std::unique_ptr<ValueCache> cache,
               int threads)
      : config_(config),
        manifest_(std::move(manifest)),
        cache_(std::move(cache)),
        engine_(threads) {}

  Result<ModelsInUse> models(const Roles& roles) override {
    ModelsInUse models;
    models.cache = cache_.get();
    if (roles.encoder) RAGSIEVE_CHECK(make_encoder());
    if (roles.token_encoder) RAGSIEVE_CHECK(make_token_encoder());
    if (roles.causal_lm) RAGSIEVE_CHECK(make_causal_lm());
    if (roles.answerer) RAGSIEVE_CHECK(make_answerer());
    if (roles.encoder) models.encoder = encoder_.get();
    if (roles.token_encoder) models.token_encoder = token_encoder_.get();
    if (roles.causal_lm) models.causal_lm = causal_lm_.get();
    if (roles.answerer) models.answerer = answerer_.get();
    return models;
  }

 private:
  Status make_encoder() {
    if (encoder_) return ok_status();  // the answerer may hold it
    if (config_.encoder.kind == "openai") return make_endpoint_encoder();
    RAGSIEVE_TRY(const ModelSpec spec, manifest_.find(config_.models.encoder, kRoleEncoder));
    const std::string& kind = config_.models.encoder_engine;
    RAGSIEVE_TRY(const ModelIdentity identity, encoder_identity(spec, kind));
    encoder_ = std::make_unique<CachedEncoder>(
        identity, [this, spec, kind] { return engine_.load_encoder(manifest_.folder, spec, kind); },
        cache_.get());
    return ok_status();
  }

  // An endpoint is cheap to make: made here for its identity, and again at its first use.
  Status make_endpoint_encoder() {
    RAGSIEVE_TRY(const auto made, endpoint_encoder(config_.encoder));
    encoder_ = std::make_unique<CachedEncoder>(
        made->identity(), [this] { return endpoint_encoder(config_.encoder); }, cache_.get());
    return ok_status();
  }

  Status make_token_encoder() {
    RAGSIEVE_TRY(const ModelSpec spec,
                 manifest_.find(config_.models.token_encoder, kRoleTokenEncoder));
    token_encoder_ = std::make_unique<LazyTokenEncoder>(
        identity_of(spec, engine_name()),
        [this, spec] { return engine_.load_token_encoder(manifest_.folder, spec); });
    return ok_status();
  }

  Status make_causal_lm() {
    RAGSIEVE_TRY(const ModelSpec spec, manifest_.find(config_.models.causal_lm, kRoleCausalLm));
    causal_lm_ = std::make_unique<CachedCausalLm>(
        identity_of(spec, engine_name()),
        [this, spec] { return engine_.load_causal_lm(manifest_.folder, spec); }, cache_.get());
    return ok_status();
  }

  Status make_answerer() {
    if (config_.generator.kind == "llama") return make_generator();
    if (config_.generator.kind == "openai") return make_endpoint_answerer();
    RAGSIEVE_CHECK(make_encoder());
    answerer_ = std::make_unique<CachedAnswerer>(
        ExtractiveReader(encoder_.get()).identity(),
        [this]() -> Result<std::unique_ptr<Answerer>> {
          return std::unique_ptr<Answerer>(std::make_unique<ExtractiveReader>(encoder_.get()));
        },
        cache_.get());
    return ok_status();
  }

  Status make_generator() {
    const std::string& chosen = config_.generator.endpoint.model;
    RAGSIEVE_TRY(const ModelSpec spec,
                 manifest_.find(chosen.empty() ? config_.models.causal_lm : chosen, kRoleCausalLm));
    const std::size_t max_tokens = config_.generator.max_tokens;
    answerer_ = std::make_unique<CachedAnswerer>(
        generator_identity(spec, max_tokens),
        [this, spec, max_tokens] {
          return engine_.load_generator(manifest_.folder, spec, max_tokens);
        },
        cache_.get());
    return ok_status();
  }

  Status make_endpoint_answerer() {
    RAGSIEVE_TRY(const auto made, endpoint_answerer(config_.generator));
    answerer_ = std::make_unique<CachedAnswerer>(
        made->identity(), [this] { return endpoint_answerer(config_.generator); }, cache_.get());
    return ok_status();
  }

  const Config config_;
  const ModelManifest manifest_;
  const std::unique_ptr<ValueCache> cache_;
  Engine engine_;
  std::unique_ptr<Encoder> encoder_;
  std::unique_ptr<TokenEncoder> token_encoder_;
  std::unique_ptr<CausalLm> causal_lm_;
  std::unique_ptr<Answerer> answerer_;  // after the encoder that it may read with
};

}  // namespace

Result<std::unique_ptr<Backends>> Backends::open(const Config& config, int threads,
                                                 const LogSink& log) {
  RAGSIEVE_TRY(ModelManifest manifest, read_manifest(config.models.dir));
  std::unique_ptr<ValueCache> cache;
  if (config.cache.enabled) {
    Result<std::unique_ptr<ValueCache>> opened =
        ValueCache::open(CacheOptions{config.cache.path, config.cache.max_bytes}, log);
    if (opened.ok()) {
      cache = *std::move(opened);
    } else if (log) {
      log(LogLevel::kWarning, "no cache: " + to_string(opened.error()));
    }
  }
  return std::unique_ptr<Backends>(
      std::make_unique<OpenBackends>(config, std::move(manifest), std::move(cache), threads));
}

}  // namespace ragsieve
