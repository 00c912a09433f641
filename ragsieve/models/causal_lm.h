// Negative log likelihood of each token of a text under a causal language model (methods.md 1c).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/models/model_identity.h"

namespace ragsieve {

// Of a text of L tokens: L - 1 values (the first token is not scored) and L token ends.
struct NllProfile {
  std::vector<float> nats;          // nats[i] belongs to token i + 1
  std::vector<std::uint32_t> ends;  // byte offset in the text where token i ends
};

class CausalLm {
 public:
  virtual ~CausalLm() = default;
  [[nodiscard]] virtual const ModelIdentity& identity() const = 0;

  // Profile of `text` cut at identity().max_tokens tokens. Control tokens spelt in the text are
  // plain characters. Same bytes for the same text. kCancelled, kUnavailable. Any thread may call.
  [[nodiscard]] virtual Result<NllProfile> nll(std::string_view text, const RunOptions& run) = 0;
};

}  // namespace ragsieve
