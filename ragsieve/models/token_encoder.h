// Text to one contextual vector per token (methods.md 1d): the hidden state after a chosen layer.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/span.h"
#include "ragsieve/models/model_identity.h"

namespace ragsieve {

struct TokenVectors {
  Matrix vectors;                 // n_tokens x dim, rows L2-normalised, specials dropped
  std::vector<ByteRange> ranges;  // bytes of the text that each token stands for
};

class TokenEncoder {
 public:
  virtual ~TokenEncoder() = default;
  [[nodiscard]] virtual const ModelIdentity& identity() const = 0;

  // Vectors of `text` cut at `max_tokens` tokens, specials counted. A text without tokens has no
  // rows. Same bytes for the same text. kCancelled, kUnavailable. Any thread may call.
  [[nodiscard]] virtual Result<TokenVectors> encode_tokens(std::string_view text,
                                                           std::size_t max_tokens,
                                                           const RunOptions& run) = 0;
};

}  // namespace ragsieve
