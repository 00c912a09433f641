// The faithful reader over known vectors: of the sentences that the retrieved chunks touch, the one
// nearest to the question; a sentence that asks is no answer, or a copy of the question would
// always win. A dot product a sentence, no model. Pure; any thread may call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "ragsieve/detect/retrieval_overlay.h"
#include "ragsieve/detect/text_units.h"

namespace ragsieve {

struct ExtractiveAnswer {
  bool candidate = false;      // a sentence of the candidate, else of the corpus
  std::uint32_t sentence = 0;  // row of its sentence table
  double cosine = -1;          // to the question
};

// The question's vector is L2-normalised. Ties: the better ranked chunk, then the earlier sentence.
// Nothing where no chunk holds a sentence.
[[nodiscard]] std::optional<ExtractiveAnswer> extractive_answer(
    std::span<const float> question, std::span<const RankedChunk> ranking,
    const EncodedDocuments& corpus, const EncodedDocuments& candidates);

}  // namespace ragsieve
