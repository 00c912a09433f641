// Text to one vector: the encoder that a retriever uses.
// Implementations: fake/ (deterministic, no weights), llama/ (llama.cpp), cached_encoder.h.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/models/model_identity.h"

namespace ragsieve {

enum class TextKind { kPassage, kQuery };

class Encoder {
 public:
  virtual ~Encoder() = default;

  // Which weights and settings make the vectors; fixed for the life of the object.
  [[nodiscard]] virtual const ModelIdentity& identity() const = 0;

  // One L2-normalised row per text (texts.size() x identity().dim). A text over max_tokens is cut
  // at its end. The same text gives the same bytes, whatever else is encoded and on any number of
  // threads. kCancelled, kUnavailable. Any thread may call.
  [[nodiscard]] virtual Result<Matrix> encode(std::span<const std::string_view> texts,
                                              TextKind kind, const RunOptions& run) = 0;
};

}  // namespace ragsieve
