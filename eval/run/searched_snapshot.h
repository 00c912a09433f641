// One snapshot of a dataset as the answers table searches it: whole, or without what an offline
// detector flags in it. What a detector found and the neighbour graph that it needed are kept. One
// thread at a time.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "eval/dataset/dataset.h"
#include "eval/dataset/snapshot.h"
#include "eval/run/offline_detectors.h"
#include "eval/run/online_context.h"
#include "eval/run/snapshot_vectors.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/detect/baselines/scored.h"
#include "ragsieve/models/encoder.h"

namespace ragsieve::eval {

class SearchedSnapshot {
 public:
  // Dataset, vectors and encoder must outlive this.
  SearchedSnapshot(const Dataset& dataset, Snapshot snapshot, const DatasetVectors& vectors,
                   Encoder& encoder);
  SearchedSnapshot(const SearchedSnapshot&) = delete;
  SearchedSnapshot& operator=(const SearchedSnapshot&) = delete;

  // One context a query, of the whole snapshot where `removal` is null. Errors of the detector and
  // the encoder; kInvalidArgument where fewer than kInspected documents are left.
  [[nodiscard]] Result<std::vector<OnlineContext>> retrieve(const OfflineDetector* removal,
                                                            const std::vector<std::string>& queries,
                                                            const RunOptions& run);

  [[nodiscard]] const Snapshot& snapshot() const { return snapshot_; }

 private:
  Status build_graph_once(const RunOptions& run);
  Result<const baselines::Scores*> scores(const OfflineDetector& detector, const RunOptions& run);

  const Dataset& dataset_;
  const Snapshot snapshot_;
  const DatasetVectors& vectors_;
  Encoder& encoder_;
  std::vector<std::string_view> texts_;
  std::vector<std::string_view> clean_ids_;
  std::optional<SnapshotRows> rows_;
  std::optional<NeighbourGraph> graph_;
  std::map<std::string, baselines::Scores> scores_;  // by name of the detector
};

}  // namespace ragsieve::eval
