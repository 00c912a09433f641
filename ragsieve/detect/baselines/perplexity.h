// Perplexity of token negative log likelihoods, and the quantile by which a peer's threshold is set
// on clean text. Perplexity gate (Alon and Kamfonas 2023; as a RAG defence in PoisonedRAG): a
// passage is removed whose perplexity under a causal LM is over the threshold. Pure, thread-safe.
// Deviation: the threshold is the (1 - share) quantile of clean passages of the same corpus; the
// original takes the largest perplexity of a set of ordinary prompts.
#pragma once

#include <span>
#include <vector>

#include "ragsieve/detect/baselines/scored.h"

namespace ragsieve::baselines {

using TokenNats = std::span<const float>;  // of one text, in nats

// exp(mean); 1 of no tokens.
[[nodiscard]] double perplexity(TokenNats nats);

// The value that `share` of the clean ones exceed (numpy's linear quantile); NaN of none.
[[nodiscard]] double clean_threshold(std::vector<double> clean, double share);

// The score is the perplexity; flagged above `threshold`, nothing where that is NaN.
[[nodiscard]] Scores perplexity_gate(std::span<const TokenNats> passages, double threshold);

}  // namespace ragsieve::baselines
