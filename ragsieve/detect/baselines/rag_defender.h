// RAGDefender (Kim, Lee and Koo 2025): how many of the passages are adversarial
// is estimated first, then the most mutually similar ones are taken for them.
//   single hop: passages are parted in two by Ward's agglomerative clustering of their vectors, the
//     smaller part holds n_min. The m = 5 terms of largest summed TF-IDF; a passage that holds more
//     than m / 2 of them votes. N = n_min where at most half of the passages vote, else n - n_min.
//   multi hop: N = passages whose mean cosine to all is over the mean of these means and whose
//     median cosine is over the median of these medians.
//   Of all pairs the max(1, N (N - 1) / 2) most similar; f(i) = sum over those that hold i of
//   sign(cosine) cosine^2. The N passages of largest f are removed, of equals the earlier.
// The score is f. Deviations: passages are compared by the retriever's own vectors (the original
// takes an embedder of its own); stop words are our English function words; a term is held as a
// whole word (the original looks for it as a piece of the text, case kept); multi hop follows the
// text of the article, from which its published code departs (OR for AND, and a flipped count).
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/detect/baselines/scored.h"

namespace ragsieve::baselines {

struct RagDefenderOptions {
  bool multi_hop = false;   // as the questions of the corpus are (HotpotQA: true)
  std::size_t n_terms = 5;  // m, at least 1
};

// texts[i] and row i of `vectors` are passage i, by rank. kInvalidArgument: counts that differ, no
// terms; errors of PairCosines. Fewer than two passages: none is removed.
[[nodiscard]] Result<Scores> rag_defender(std::span<const std::string_view> texts,
                                          const MatrixView& vectors,
                                          const RagDefenderOptions& options);

// How many of the texts hold more than half of the n_terms terms of largest summed TF-IDF.
[[nodiscard]] std::size_t term_votes(std::span<const std::string_view> texts, std::size_t n_terms);

}  // namespace ragsieve::baselines
