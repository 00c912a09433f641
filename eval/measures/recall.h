// Recall@k: what share of the relevant documents of a query stands among its first k. Pure,
// thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <set>
#include <span>
#include <string>

namespace ragsieve::eval {

// |relevant and the first k of `ranked`| / |relevant|; NaN where nothing is relevant (the query is
// left out of a mean). An id that is ranked twice counts once.
[[nodiscard]] inline double recall_at(std::span<const std::string> ranked,
                                      const std::set<std::string>& relevant, std::size_t k) {
  if (relevant.empty()) return std::numeric_limits<double>::quiet_NaN();
  const std::span<const std::string> first = ranked.first(std::min(k, ranked.size()));
  const auto found = std::ranges::count_if(
      relevant, [&](const std::string& id) { return std::ranges::find(first, id) != first.end(); });
  return static_cast<double>(found) / static_cast<double>(relevant.size());
}

}  // namespace ragsieve::eval
