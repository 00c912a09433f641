// gmtp-clm, a variant of GMTP (Kim, Kim, Jeon and Lee 2025): tokens that matter most to the
// retriever and that a language model finds improbable were put there to be retrieved.
//   chosen  = tokens whose influence is over the mean influence, at most the N = 10 largest
//   value   = mean of the M = 5 smallest probabilities of the chosen; 0 where none is chosen
//   removed = value <= lambda * (mean value of clean passages), lambda = 0.1
// The score is the negated value. Deviations, and the reason for the name: the original takes the
// norm of the retriever's gradient at a token and a masked LM's probability of the masked token.
// Our engine gives no gradients and has no masked LM: influence is how far the cosine to the query
// moves when the token is left out, the probability is a causal LM's, given what stands before. The
// first token has none and is never chosen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/detect/baselines/perplexity.h"
#include "ragsieve/detect/baselines/scored.h"

namespace ragsieve::baselines {

struct GmtpOptions {
  std::size_t most_chosen = 10;  // N, from 1
  std::size_t n_smallest = 5;    // M, from 1
  double lambda = 0.1;           // 0..1
  [[nodiscard]] Status validate() const;
};

// `text` without token i, i.e. without its bytes ends[i - 1] to ends[i] (NllProfile::ends); what
// encoding it moves the cosine to the query by is the token's influence. i < ends.size().
[[nodiscard]] std::string without_token(std::string_view text, std::span<const std::uint32_t> ends,
                                        std::size_t i);

// influences[i] and nats[i] belong to token i + 1. kInvalidArgument: counts that differ, options.
[[nodiscard]] Result<double> gmtp_clm_value(std::span<const double> influences, TokenNats nats,
                                            const GmtpOptions& options);

// Scores of passages by their values. `clean_mean`: of the values of clean passages.
[[nodiscard]] Scores gmtp_clm(std::span<const double> values, double clean_mean,
                              const GmtpOptions& options);

}  // namespace ragsieve::baselines
