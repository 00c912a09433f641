#include "eval/run/searched_snapshot.h"

#include <utility>

#include "eval/run/defences.h"
#include "ragsieve/index/exact_knn.h"

namespace ragsieve::eval {

SearchedSnapshot::SearchedSnapshot(const Dataset& dataset, Snapshot snapshot,
                                   const DatasetVectors& vectors, Encoder& encoder)
    : dataset_(dataset),
      snapshot_(std::move(snapshot)),
      vectors_(vectors),
      encoder_(encoder),
      texts_(snapshot_texts(dataset, snapshot_)) {
  for (const Document& document : dataset.clean.documents) clean_ids_.push_back(document.id);
}

Result<std::vector<OnlineContext>> SearchedSnapshot::retrieve(
    const OfflineDetector* removal, const std::vector<std::string>& queries,
    const RunOptions& run) {
  if (removal == nullptr) {
    return retrieve_contexts(dataset_, snapshot_, vectors_, queries, encoder_, run);
  }
  RAGSIEVE_TRY(const baselines::Scores* found, scores(*removal, run));
  const Survivors left = without_flagged(dataset_, snapshot_, vectors_, *found);
  return retrieve_contexts(left.dataset, left.snapshot, left.vectors, queries, encoder_, run);
}

Status SearchedSnapshot::build_graph_once(const RunOptions& run) {
  if (graph_) return ok_status();
  RAGSIEVE_TRY(rows_, SnapshotRows::of(vectors_, snapshot_, run));
  KnnOptions knn;
  knn.k = kGraphNeighbours;
  RAGSIEVE_TRY(graph_, build_graph(rows_->view(), knn, run));
  return ok_status();
}

Result<const baselines::Scores*> SearchedSnapshot::scores(const OfflineDetector& detector,
                                                          const RunOptions& run) {
  const auto known = scores_.find(detector.name);
  if (known != scores_.end()) return &known->second;
  RAGSIEVE_CHECK(build_graph_once(run));
  const OfflineInput input{rows_->view(), texts_, &*graph_, clean_ids_};
  RAGSIEVE_TRY(baselines::Scores found, detector.score(input, run));
  return &scores_.emplace(detector.name, std::move(found)).first->second;
}

}  // namespace ragsieve::eval
