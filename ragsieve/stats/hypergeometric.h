// Upper tail of the hypergeometric distribution, by the ratio of neighbouring probabilities from
// the mode outwards: sums of positive terms only, no factorials, no lgamma. Pure, thread-safe.
#pragma once

#include <cstdint>

namespace ragsieve {

// P[X >= x], X ~ Hypergeometric(population n, successes K, draws k). 1 for x <= max(0, k + K - n),
// 0 for x > min(k, K). Needs K <= n and k <= n (NaN otherwise). Relative error under 1e-10 for
// n <= 10^6 and results over 1e-300. Time min(k, K).
[[nodiscard]] double hypergeometric_tail(std::uint64_t n, std::uint64_t successes,
                                         std::uint64_t draws, std::uint64_t x);

// log C(n, k), natural logarithm; needs n >= k (NaN otherwise). Relative error under 1e-12 for
// n <= 10^6. Time min(k, n - k).
[[nodiscard]] double log_binomial(std::uint64_t n, std::uint64_t k);

}  // namespace ragsieve
