// An answerer behind the digest-keyed cache: an answer is asked for once for a question and an
// ordered list of passages (by digest), whatever else of the corpus changed. The answerer itself
// is made only when something is missing. The cache must outlive this. Any thread may call.
#pragma once

#include <atomic>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "ragsieve/cache/value_cache.h"
#include "ragsieve/models/answerer.h"
#include "ragsieve/models/cached_models.h"

namespace ragsieve {

class CachedAnswerer final : public Answerer {
 public:
  // `cache` may be null.
  CachedAnswerer(AnswererIdentity identity, Loader<Answerer> loader, ValueCache* cache)
      : identity_(std::move(identity)), model_(std::move(loader)), cache_(cache) {}
  [[nodiscard]] const AnswererIdentity& identity() const override { return identity_; }
  // A failed answer is not stored.
  [[nodiscard]] Result<Answer> answer(std::string_view question,
                                      std::span<const std::string_view> passages,
                                      const RunOptions& run) override;

  // How often the answerer behind the cache was asked, failures included.
  [[nodiscard]] std::size_t calls() const { return calls_.load(); }

 private:
  AnswererIdentity identity_;
  LazyModel<Answerer> model_;
  ValueCache* cache_;
  std::atomic<std::size_t> calls_{0};
};

// Key of an answer: identity, question and the passages in their order, each by its digest.
[[nodiscard]] Digest answer_key(const AnswererIdentity& identity, std::string_view question,
                                std::span<const std::string_view> passages);

}  // namespace ragsieve
