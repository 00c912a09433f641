// CleanBase (Jin, Wang, Zou, Jia and Gong 2026): poisons written for one question are alike, so
// they form cliques in the similarity graph of the corpus.
//   edges   = pairs of which one is among the k nearest of the other, weight = cosine, each once
//   kept    = edges of weight > mean + deviations * (population) standard deviation of all weights
//   flagged = members of maximal cliques of min_clique rows or more
// Deviations: the published code takes mean and deviation of a random half of the edges; we take
// all of them, so that the result has no seed. It skips cliques of more than 11 rows and cliques
// whose mean weight, rounded to four decimals, is 1 or more (exact copies), and so every flood of
// poisons that share a trigger; CleanBaseOptions::published() does as it does. The score is ours,
// the method has none: the largest mean weight of the cliques that flag a row, 0 where none does.
#pragma once

#include <cstddef>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/detect/baselines/scored.h"
#include "ragsieve/index/neighbour_graph.h"

namespace ragsieve::baselines {

struct CleanBaseOptions {
  std::size_t k = 10;          // neighbours of the graph that is given, 1..64
  double deviations = 2.5;     // of the threshold, 0..100
  std::size_t min_clique = 3;  // rows, from 2
  std::size_t max_clique = 0;  // rows, from min_clique; 0: no limit
  bool trust_copies = false;   // skip cliques of mean weight 1
  [[nodiscard]] Status validate() const;
  // With the skips of the published code.
  [[nodiscard]] static CleanBaseOptions published();
};

// A score a row. kInvalidArgument: options, a graph of another k; kCancelled. The graph of k
// nearest is sparse everywhere (no part has more than k edges a row), so the cliques are few.
[[nodiscard]] Result<Scores> clean_base(const NeighbourGraph& graph,
                                        const CleanBaseOptions& options, const RunOptions& run);

// mean + deviations * standard deviation of the edge weights; 0 of a graph without edges.
[[nodiscard]] double clean_base_threshold(const NeighbourGraph& graph, double deviations);

}  // namespace ragsieve::baselines
