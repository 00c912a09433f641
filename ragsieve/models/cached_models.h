// Models behind the digest-keyed cache: a value that is known is never computed again, and the
// model itself is loaded only when something is missing. Without a cache they only load lazily.
// The cache must outlive the model. Any thread may call.
#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "ragsieve/cache/value_cache.h"
#include "ragsieve/models/causal_lm.h"
#include "ragsieve/models/encoder.h"
#include "ragsieve/models/token_encoder.h"

namespace ragsieve {

template <typename Model>
using Loader = std::function<Result<std::unique_ptr<Model>>()>;

// A model that is loaded at its first use. A load that failed fails again in the same way.
template <typename Model>
class LazyModel {
 public:
  explicit LazyModel(Loader<Model> loader) : loader_(std::move(loader)) {}
  [[nodiscard]] Result<Model*> get() {
    const std::lock_guard lock(mutex_);
    if (!model_) {
      RAGSIEVE_TRY(model_, loader_());
    }
    return model_.get();
  }

 private:
  std::mutex mutex_;
  Loader<Model> loader_;
  std::unique_ptr<Model> model_;
};

class CachedEncoder final : public Encoder {
 public:
  // `cache` may be null.
  CachedEncoder(ModelIdentity identity, Loader<Encoder> loader, ValueCache* cache)
      : identity_(std::move(identity)), model_(std::move(loader)), cache_(cache) {}
  [[nodiscard]] const ModelIdentity& identity() const override { return identity_; }
  // What was encoded before a cancel or an error stays in the cache.
  [[nodiscard]] Result<Matrix> encode(std::span<const std::string_view> texts, TextKind kind,
                                      const RunOptions& run) override;

 private:
  [[nodiscard]] Status encode_missing(std::span<const std::string_view> texts, TextKind kind,
                                      const std::vector<Digest>& keys,
                                      const std::vector<std::size_t>& missing, Matrix& vectors,
                                      const RunOptions& run);
  ModelIdentity identity_;
  LazyModel<Encoder> model_;
  ValueCache* cache_;
};

class CachedCausalLm final : public CausalLm {
 public:
  CachedCausalLm(ModelIdentity identity, Loader<CausalLm> loader, ValueCache* cache)
      : identity_(std::move(identity)), model_(std::move(loader)), cache_(cache) {}
  [[nodiscard]] const ModelIdentity& identity() const override { return identity_; }
  [[nodiscard]] Result<NllProfile> nll(std::string_view text, const RunOptions& run) override;

 private:
  ModelIdentity identity_;
  LazyModel<CausalLm> model_;
  ValueCache* cache_;
};

// Token vectors are not stored (large, and only the jump of a pair is wanted): lazy only.
class LazyTokenEncoder final : public TokenEncoder {
 public:
  LazyTokenEncoder(ModelIdentity identity, Loader<TokenEncoder> loader)
      : identity_(std::move(identity)), model_(std::move(loader)) {}
  [[nodiscard]] const ModelIdentity& identity() const override { return identity_; }
  [[nodiscard]] Result<TokenVectors> encode_tokens(std::string_view text, std::size_t max_tokens,
                                                   const RunOptions& run) override {
    RAGSIEVE_TRY(TokenEncoder * model, model_.get());
    return model->encode_tokens(text, max_tokens, run);
  }

 private:
  ModelIdentity identity_;
  LazyModel<TokenEncoder> model_;
};

}  // namespace ragsieve
