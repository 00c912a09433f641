// Rows whose candidate lists may lack one of their k best (floods of identical or nearly identical
// rows) meet all others a second time: now every pair above the row's floor is decided at once by
// the pair function, so nothing has to be remembered and nothing can be dropped.
#pragma once

#include <cstdint>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/index/knn_task.h"
#include "ragsieve/index/neighbour_graph.h"

namespace ragsieve {

struct Doubt {
  std::uint32_t row = 0;
  float floor = 0;  // none of its k best has an approximate value of less
};

// Fills the rows of `doubts` (each once) in `graph`; false as PairDecision::within_bound.
[[nodiscard]] Result<bool> rescan(const KnnTask& task, const RunOptions& run,
                                  const std::vector<Doubt>& doubts, NeighbourGraph& graph);

}  // namespace ragsieve
