// Second step of the exact search: the pair function decides. Of each row's candidates only those
// are scored that can be among its k best given the error bound; where a list may have dropped such
// a one, the row is compared with all others again.
#pragma once

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/index/candidate_lists.h"
#include "ragsieve/index/knn_task.h"
#include "ragsieve/index/neighbour_graph.h"

namespace ragsieve {

struct PairDecision {
  NeighbourGraph graph;  // neighbour rows numbered as the task's others
  // False when a proposal differed from the pair function by more than the bound, or a row has too
  // few: then `graph` is not to be used.
  bool within_bound = true;
};

// kCancelled, kInvalidArgument (threads).
[[nodiscard]] Result<PairDecision> decide(const KnnTask& task, const RunOptions& run,
                                          const CandidateLists& lists);

}  // namespace ragsieve
