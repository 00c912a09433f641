// Maximal cliques of a sparse undirected graph (Bron and Kerbosch 1973, with the pivot of Tomita,
// Tanaka and Takahashi 2006 and the degeneracy order of Eppstein, Loeffler and Strash 2010): every
// set of rows that are all adjacent and to which no row can be added. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"

namespace ragsieve::baselines {

// adjacent[i]: the rows next to i, ascending, without i; as symmetric as the graph is.
using Adjacency = std::vector<std::vector<std::uint32_t>>;

// Calls `visit` once for each maximal clique of two rows or more, its rows ascending, in an order
// that only the graph decides. Time O(d n 3^(d/3)) for degeneracy d. kCancelled.
[[nodiscard]] Status maximal_cliques(
    const Adjacency& adjacent, const RunOptions& run,
    const std::function<void(std::span<const std::uint32_t>)>& visit);

}  // namespace ragsieve::baselines
