#include <algorithm>
#include <optional>
#include <string>

#include "ragsieve/index/exact_knn.h"

namespace ragsieve {
namespace {

// Merges the lists of one row, at most k long; its end stays as it was. Returns how many were
// written; nothing when the lists share a neighbour.
std::optional<std::size_t> merge_row(std::span<const Neighbour> a, std::span<const Neighbour> b,
                                     std::span<Neighbour> out) {
  std::size_t i = 0;
  std::size_t j = 0;
  std::size_t n = 0;
  for (; n < out.size(); ++n) {
    const Neighbour& left = i < a.size() ? a[i] : kNoNeighbour;
    const Neighbour& right = j < b.size() ? b[j] : kNoNeighbour;
    if (left == kNoNeighbour && right == kNoNeighbour) break;
    if (left == right) return std::nullopt;
    const bool left_first = closer(left, right);
    out[n] = left_first ? left : right;
    ++(left_first ? i : j);
  }
  return n;
}

// Shortens every row to k, which none exceeds but with fillers.
void shorten(NeighbourGraph& graph, std::size_t k) {
  for (std::size_t row = 0; row < graph.n_rows; ++row) {
    const auto from = graph.neighbours.begin() + static_cast<std::ptrdiff_t>(row * graph.k);
    const auto to = graph.neighbours.begin() + static_cast<std::ptrdiff_t>(row * k);
    std::copy_n(from, k, to);
  }
  graph.k = k;
  graph.neighbours.resize(graph.n_rows * k);
}

}  // namespace

Result<NeighbourGraph> merge(const NeighbourGraph& a, const NeighbourGraph& b, std::size_t k) {
  if (a.n_rows != b.n_rows || k == 0) {
    return make_error(Code::kInvalidArgument,
                      "graphs of " + std::to_string(a.n_rows) + " and " + std::to_string(b.n_rows) +
                          " rows with k " + std::to_string(k) +
                          ", expected the same number of rows and k of at least 1");
  }
  NeighbourGraph merged{a.n_rows, std::min(k, a.k + b.k), {}};
  merged.neighbours.assign(merged.n_rows * merged.k, kNoNeighbour);
  std::size_t longest = 0;
  for (std::size_t row = 0; row < merged.n_rows; ++row) {
    const std::span<Neighbour> out =
        std::span<Neighbour>(merged.neighbours).subspan(row * merged.k, merged.k);
    const std::optional<std::size_t> n = merge_row(a.of(row), b.of(row), out);
    if (!n) {
      return make_error(Code::kInvalidArgument, "row " + std::to_string(row) +
                                                    " has the same neighbour in both graphs, "
                                                    "expected graphs over disjoint sets of rows");
    }
    longest = std::max(longest, *n);
  }
  if (longest < merged.k) shorten(merged, longest);
  return merged;
}

}  // namespace ragsieve
