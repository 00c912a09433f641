// Alignment jumps of documents with a query through a token encoder, behind the digest-keyed cache:
// the jump of a (document, query) pair is computed once. One query at a time; thread-safe.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/cache/value_cache.h"
#include "ragsieve/core/span.h"
#include "ragsieve/detect/alignment.h"
#include "ragsieve/models/token_encoder.h"

namespace ragsieve {

struct ScoredJump {
  AlignmentJump jump;
  ByteRange second_window;  // bytes of the document where the window after the jump lies
};

class AlignmentScorer {
 public:
  // `cache` may be null; both must outlive the scorer.
  AlignmentScorer(TokenEncoder& encoder, ValueCache* cache, AlignmentOptions options);

  // J(d, q) of each document. The model is asked only for pairs that the cache does not know.
  [[nodiscard]] Result<std::vector<ScoredJump>> jumps(std::string_view query,
                                                      std::span<const std::string_view> documents,
                                                      const RunOptions& run) const;

 private:
  [[nodiscard]] Result<ScoredJump> compute(const Matrix& query, std::string_view document,
                                           const RunOptions& run) const;

  TokenEncoder& encoder_;
  ValueCache* cache_;
  AlignmentOptions options_;
  std::string options_key_;
};

}  // namespace ragsieve
