// The population stability index: how far a sample's distribution over bins has moved from that of
// a reference. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ragsieve {

// Sum over the bins of (a - r) ln(a / r), with a and r the shares of the bin: the symmetric
// divergence of Jeffreys (Kullback and Leibler, On Information and Sufficiency, 1951, J(1,2)), as
// credit scoring reads it: below .1 stable, above .25 moved (Siddiqi, Credit Risk Scorecards,
// 2006). Each bin has half a count added, so that an empty one is finite. Without a shift it is
// about (bins - 1)(1/n + 1/m) for samples of n and m (Yurdakul, Statistical Properties of
// Population Stability Index, 2018): small samples seem to move. The spans are of one size; 0 where
// that is 0.
[[nodiscard]] double population_stability(std::span<const std::int64_t> reference,
                                          std::span<const std::int64_t> actual);

// Where the fine bins of `reference` are cut into at most `n_bins` (> 0) of about the same mass:
// the first fine bin of each, 0 first. A fine bin is never cut, so that a heavy one stands alone.
[[nodiscard]] std::vector<std::size_t> equal_mass_bins(std::span<const std::int64_t> reference,
                                                       std::size_t n_bins);

// The counts of fine bins summed up into the bins that begin at `starts`.
[[nodiscard]] std::vector<std::int64_t> counts_of_bins(std::span<const std::int64_t> fine,
                                                       std::span<const std::size_t> starts);

}  // namespace ragsieve
