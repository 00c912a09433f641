// The oracle of the tests: every pair by the pair function, then a full sort.
#pragma once

#include <algorithm>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/index/neighbour_graph.h"
#include "ragsieve/index/similarity.h"

namespace ragsieve {

// The first min(k, candidates) neighbours of row `row` of `a` among the rows of `b`, both numbered
// from 0; b's row `left_out` is no candidate.
[[nodiscard]] inline std::vector<Neighbour> brute_force(const MatrixView& a, std::size_t row,
                                                        const MatrixView& b, std::size_t left_out,
                                                        std::size_t k) {
  std::vector<float> buffer_a(a.dim);
  std::vector<float> buffer_b(b.dim);
  std::vector<Neighbour> all;
  for (std::size_t other = 0; other < b.n_rows; ++other) {
    if (other == left_out) continue;
    const double value = cosine(a.row(row, buffer_a), a.inverse_norms[row], b.row(other, buffer_b),
                                b.inverse_norms[other]);
    all.push_back({static_cast<std::uint32_t>(other), value});
  }
  std::sort(all.begin(), all.end(), closer);
  all.resize(std::min(k, all.size()));
  return all;
}

// The graph of a corpus.
[[nodiscard]] inline NeighbourGraph brute_force_graph(const MatrixView& corpus, std::size_t k) {
  NeighbourGraph graph{corpus.n_rows, std::min(k, corpus.n_rows - 1), {}};
  for (std::size_t row = 0; row < corpus.n_rows; ++row) {
    const std::vector<Neighbour> list = brute_force(corpus, row, corpus, row, k);
    graph.neighbours.insert(graph.neighbours.end(), list.begin(), list.end());
  }
  return graph;
}

}  // namespace ragsieve
