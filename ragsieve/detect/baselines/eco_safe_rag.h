// EcoSafeRAG (Yao, Zhang, Song, Gao and Tu 2025): what carries an answer may be well written, but
// what stands around it gives a made document away: the contexts of poisons resemble each other and
// those of known attacks (the baits). No code is public; this follows the article's idea:
//   chosen     = sentences whose cosine to the query is at least tau = 0.8 of the largest one
//   suspicious = chosen sentences of cosine >= 0.92
//   context    = the rest of the sentence's document; contexts and 16 baits are clustered by DBSCAN
//                (radius 0.6 between unit vectors, least 4)
//   dropped    = suspicious sentences; contexts in a cluster with a bait; of another cluster all
//   but
//                the sentence nearest to the query (diversity). Noise is kept.
// A document is flagged when sentences of it are chosen and every one is dropped. Score: of a
// document the largest over its chosen sentences of (1 where suspicious or with a bait, else 0) +
// the share of the other contexts and baits within the radius; 0 where no sentence is chosen.
// Deviations: the baits are our own (eco_safe_baits()); a sentence that is its whole document has
// the empty context, which the caller encodes as a text like any other; documents are dropped, not
// sentences.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/detect/baselines/dbscan.h"
#include "ragsieve/detect/baselines/scored.h"

namespace ragsieve::baselines {

struct EcoSafeOptions {
  double tau = 0.8;          // (0, 1]
  double suspicious = 0.92;  // cosine to the query
  DbscanOptions clusters{};
  [[nodiscard]] Status validate() const;
};

struct EcoSafeSentence {
  std::size_t document = 0;  // its rank, from 0
  double cosine = 0;         // to the query
};

// Texts to encode as baits: contexts of attacks as they are known.
[[nodiscard]] const std::array<std::string_view, 16>& eco_safe_baits();

// Which sentences are chosen, in their order: only their contexts need vectors.
[[nodiscard]] std::vector<std::size_t> eco_safe_chosen(std::span<const EcoSafeSentence> sentences,
                                                       double tau);

// Scores of `n_documents` documents. Row i of `contexts` belongs to chosen sentence i.
// kInvalidArgument: counts that differ, a document that is not there, options; errors of
// PairCosines.
[[nodiscard]] Result<Scores> eco_safe_rag(std::size_t n_documents,
                                          std::span<const EcoSafeSentence> chosen,
                                          const MatrixView& contexts, const MatrixView& baits,
                                          const EcoSafeOptions& options);

}  // namespace ragsieve::baselines
