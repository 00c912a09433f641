// The detectors that look at a whole corpus, side by side: ours and the offline peers, each with
// its options as they stand in a result's key. All see the same vectors, texts and neighbour graph.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/detect/baselines/scored.h"
#include "ragsieve/detect/rsg.h"
#include "ragsieve/index/neighbour_graph.h"

namespace ragsieve::eval {

inline constexpr std::size_t kGraphNeighbours = 32;  // the most that a detector asks for

// Row i of all belongs together; the clean corpus comes first.
struct OfflineInput {
  MatrixView rows;                              // inverse_norms present
  std::span<const std::string_view> texts;      // valid UTF-8
  const NeighbourGraph* graph = nullptr;        // of kGraphNeighbours, or of all other rows
  std::span<const std::string_view> clean_ids;  // of the first rows: an earlier trusted snapshot
};

struct OfflineDetector {
  std::string name;
  std::string config;                  // JSON
  double seconds_per_document = 1e-5;  // first guess of a plan, until a result says better
  bool flags = true;                   // false: the method has no threshold
  bool on_request = false;             // runs only where it is named
  std::function<Result<baselines::Scores>(const OfflineInput&, const RunOptions&)> score;
};

// "rsg" (the paper profile), "audit_default" and "audit_default_reference", then the peers:
// "clean_base", "clean_base_published" (with the skips of the published code), "ahd",
// "isolation_forest", "knn_distance", "lof".
[[nodiscard]] std::vector<OfflineDetector> offline_detectors();

// All of these and the variants (variants.h), which are on request.
[[nodiscard]] std::vector<OfflineDetector> known_offline_detectors();

// Options of RSG as they stand in a key.
[[nodiscard]] std::string rsg_config(const RsgOptions& options);

// The graph of the first k neighbours of each row: what build_graph() gives for k.
[[nodiscard]] NeighbourGraph first_neighbours(const NeighbourGraph& graph, std::size_t k);

}  // namespace ragsieve::eval
