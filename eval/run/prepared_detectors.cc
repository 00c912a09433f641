#include "eval/run/prepared_detectors.h"

#include <utility>

namespace ragsieve::eval {

void PreparedDetectors::set_reference(const Snapshot& snapshot) {
  std::vector<std::string> queries = reference_queries(dataset_, snapshot, n_reference_);
  if (queries == queries_) return;
  queries_ = std::move(queries);
  reference_.clear();
  prepared_.clear();
}

Result<const ScoreCandidates*> PreparedDetectors::of(const OnlineDetector& detector,
                                                     const DatasetVectors& vectors,
                                                     const RunOptions& run) {
  const auto found = prepared_.find(detector.name);
  if (found != prepared_.end()) return &found->second;
  if (reference_.empty() && !queries_.empty()) {
    RAGSIEVE_TRY(reference_,
                 retrieve_contexts(dataset_, {}, vectors, queries_, *models_.encoder, run));
  }
  RAGSIEVE_TRY(ScoreCandidates score, detector.prepare(reference_, models_, run));
  return &prepared_.emplace(detector.name, std::move(score)).first->second;
}

}  // namespace ragsieve::eval
