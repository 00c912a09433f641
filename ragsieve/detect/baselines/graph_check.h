// Whether a neighbour graph holds together, for the peers that read one.
#pragma once

#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/detect/option_error.h"
#include "ragsieve/index/neighbour_graph.h"

namespace ragsieve::baselines {

// kInvalidArgument where the entries are not n_rows x k or name a row that is not there.
[[nodiscard]] inline Status check_graph(const NeighbourGraph& graph) {
  if (graph.neighbours.size() != graph.n_rows * graph.k) {
    return option_error("graph.neighbours", std::to_string(graph.neighbours.size()),
                        std::to_string(graph.n_rows * graph.k) + " entries");
  }
  for (const Neighbour& neighbour : graph.neighbours) {
    if (neighbour.row < graph.n_rows) continue;
    return option_error("graph.neighbours", "row " + std::to_string(neighbour.row),
                        "rows below " + std::to_string(graph.n_rows));
  }
  return ok_status();
}

}  // namespace ragsieve::baselines
