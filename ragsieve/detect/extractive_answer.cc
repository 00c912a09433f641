#include "ragsieve/detect/extractive_answer.h"

#include <vector>

#include "ragsieve/index/similarity.h"
#include "ragsieve/text/sentences.h"

namespace ragsieve {
namespace {

// Sentences of the chunk's document that share a byte with it.
template <typename Visit>
void for_sentences(const EncodedDocuments& set, std::size_t chunk, const Visit& visit) {
  const std::size_t document = set.chunks->documents[chunk];
  const ByteRange& range = set.chunks->ranges[chunk];
  for (std::size_t s = set.sentences->begin[document]; s < set.sentences->begin[document + 1];
       ++s) {
    const ByteRange& sentence = set.sentences->ranges[s];
    if (sentence.start < range.end && range.start < sentence.end) visit(s);
  }
}

}  // namespace

std::optional<ExtractiveAnswer> extractive_answer(std::span<const float> question,
                                                  std::span<const RankedChunk> ranking,
                                                  const EncodedDocuments& corpus,
                                                  const EncodedDocuments& candidates) {
  std::optional<ExtractiveAnswer> best;
  std::vector<float> buffer(question.size());
  for (const RankedChunk& ranked : ranking) {
    const EncodedDocuments& set = ranked.candidate ? candidates : corpus;
    for_sentences(set, ranked.chunk, [&](std::size_t s) {
      if (is_question(set.sentence(s))) return;
      const MatrixView& rows = set.sentence_vectors;
      const double cos = cosine(question, 1, rows.row(s, buffer), rows.inverse_norms[s]);
      if (best && cos <= best->cosine) return;
      best = ExtractiveAnswer{ranked.candidate, static_cast<std::uint32_t>(s), cos};
    });
  }
  return best;
}

}  // namespace ragsieve
