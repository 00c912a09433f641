// The exact k-nearest-neighbour graph of a corpus: for each row its k most similar other rows,
// highest cosine first, ties to the lower row, self excluded by index. A value; built by
// exact_knn.h, extended by merge().
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ragsieve {

struct Neighbour {
  std::uint32_t row = 0;
  double cosine = 0;
  bool operator==(const Neighbour&) const = default;
};

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
