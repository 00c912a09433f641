// Two distances as anomaly scores, from the exact cosine neighbour graph of a corpus.
// kNN distance (Ramaswamy, Rastogi and Shim 2000): 1 - cosine of the k-th nearest other row.
// Local outlier factor (Breunig, Kriegel, Ng and Sander 2000) as scikit-learn computes it: how much
// sparser a row's surroundings are than those of its neighbours. Thread-safe.
//   reach(a, b) = max(1 - cos(a, b), kNN distance of b)
//   density(a)  = 1 / (mean over the k neighbours b of reach(a, b) + 1e-10)
//   LOF(a)      = mean over the k neighbours b of density(b) / density(a)
// Deviations: ties among neighbours go to the lower row; a distance below 0 by rounding counts as
// 0; scikit-learn (brute force, cosine) computes distances of float32 vectors in float32.
#pragma once

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/detect/baselines/scored.h"
#include "ragsieve/index/neighbour_graph.h"

namespace ragsieve::baselines {

inline constexpr std::size_t kDistanceNeighbours = 20;  // k of both

// Flags nothing: the method has no threshold. All 0 where the graph has no neighbours.
// kInvalidArgument: a graph whose rows or neighbours do not fit.
[[nodiscard]] Result<Scores> knn_distance(const NeighbourGraph& graph);

// Flagged above 1.5, scikit-learn's `contamination="auto"`. All 1 where the graph has no
// neighbours. kInvalidArgument as above; kCancelled.
[[nodiscard]] Result<Scores> local_outlier_factor(const NeighbourGraph& graph,
                                                  const RunOptions& run);

}  // namespace ragsieve::baselines
