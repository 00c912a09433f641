// The exact k-nearest-neighbour graph of a corpus: for each row its k most similar other rows,
// highest cosine first, ties to the lower row, self excluded by index. A value; built by
// exact_knn.h, extended by merge(). The graph of a part of a corpus may end some rows in fillers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace ragsieve {

struct Neighbour {
  std::uint32_t row = 0;
  double cosine = 0;
  bool operator==(const Neighbour&) const = default;
};

// Fills the end of a row that has fewer candidates than others of a block (score_block). Never in a
// graph of build_graph or top_k; farther than every neighbour.
inline constexpr Neighbour kNoNeighbour{std::numeric_limits<std::uint32_t>::max(),
                                        -std::numeric_limits<double>::infinity()};

// Order of a neighbour list: higher cosine first, then lower row.
[[nodiscard]] inline bool closer(const Neighbour& a, const Neighbour& b) {
  return a.cosine != b.cosine ? a.cosine > b.cosine : a.row < b.row;
}

struct NeighbourGraph {
  std::size_t n_rows = 0;
  std::size_t k = 0;                  // neighbours of each row: min(k asked for, candidates)
  std::vector<Neighbour> neighbours;  // n_rows x k, row-major

  [[nodiscard]] std::span<const Neighbour> of(std::size_t row) const {
    return std::span<const Neighbour>(neighbours).subspan(row * k, k);
  }
};

}  // namespace ragsieve
