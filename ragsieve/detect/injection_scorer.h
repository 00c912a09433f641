// B of texts (injection.h) behind the digest-keyed cache: what the rules have said of a text once
// is not asked again, and the rules are compiled only where something is asked of them. The key
// holds every field of the rules that a score depends on, ICU's version, and the text. Thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/cache/value_cache.h"
#include "ragsieve/core/document.h"
#include "ragsieve/core/injection_rules.h"
#include "ragsieve/detect/injection.h"
#include "ragsieve/models/model_identity.h"

namespace ragsieve {

// All that a score depends on beside the rules: a title is a sentence of its own.
struct InjectionText {
  std::string_view text;        // indexed_text
  std::size_t title_bytes = 0;  // of it, as in Document
  auto operator<=>(const InjectionText&) const = default;
};

[[nodiscard]] InjectionText injection_text(const Document& document);

class InjectionScorer {
 public:
  // `cache` may be null and must outlive the scorer. Errors as InjectionDetector::compile(): rules
  // are compiled here unless the cache knows that these can be.
  [[nodiscard]] static Result<std::unique_ptr<const InjectionScorer>> of(InjectionRules rules,
                                                                         ValueCache* cache);

  // B of each text, the same at any run.threads. Equal texts are scanned once. Read and stored in
  // blocks, so that a run that is stopped keeps what it did. kCancelled. Stage: "injection".
  [[nodiscard]] Result<std::vector<double>> scores(std::span<const InjectionText> texts,
                                                   const RunOptions& run) const;

  // The findings too, of which the cache knows nothing.
  [[nodiscard]] Result<InjectionResult> scan(const Document& document) const;

 private:
  InjectionScorer(InjectionRules rules, ValueCache* cache);
  [[nodiscard]] Result<const InjectionDetector*> detector() const;
  [[nodiscard]] Result<std::vector<double>> score_block(std::span<const InjectionText> texts,
                                                        const RunOptions& run) const;

  InjectionRules rules_;
  ValueCache* cache_;
  ModelIdentity identity_;  // the rules as a model: what the keys hold
  mutable std::once_flag once_;
  mutable std::optional<Result<InjectionDetector>> detector_;
};

}  // namespace ragsieve
