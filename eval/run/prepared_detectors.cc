#include "eval/run/prepared_detectors.h"

#include <algorithm>
#include <utility>

namespace ragsieve::eval {

void PreparedDetectors::set_reference(const Snapshot& tested, const Snapshot& searched) {
  std::vector<std::string> queries = reference_queries(dataset_, tested, dataset_.questions.size());
  const bool same = queries == queries_;
  const bool same_snapshot = same && searched.poisons == snapshot_.poisons;
  queries_ = std::move(queries);
  snapshot_ = searched;
  std::erase_if(prepared_, [&](const auto& entry) {
    return of_snapshot_.contains(entry.first) ? !same_snapshot : !same;
  });
  std::erase_if(references_,
                [&](const auto& entry) { return entry.first.first ? !same_snapshot : !same; });
}

Result<const PreparedDetectors::Reference*> PreparedDetectors::reference_of(
    const OnlineDetector& detector, const DatasetVectors& vectors, const RunOptions& run) {
  const std::size_t asked = detector.n_reference != 0 ? detector.n_reference : n_reference_;
  const ReferenceKey key{detector.of_snapshot, std::min(asked, queries_.size())};
  const auto found = references_.find(key);
  if (found != references_.end()) return &found->second;
  const Snapshot snapshot = detector.of_snapshot ? snapshot_ : Snapshot{};
  const std::vector<std::string> queries(
      queries_.begin(), queries_.begin() + static_cast<std::ptrdiff_t>(key.second));
  Reference reference;
  RAGSIEVE_TRY(reference.contexts,
               retrieve_contexts(dataset_, snapshot, vectors, queries, *models_.encoder, run));
  for (const Document& document : dataset_.clean.documents) {
    reference.texts.push_back(document.indexed_text);
  }
  for (const std::size_t i : snapshot.poisons) {
    reference.texts.push_back(dataset_.poisons[i].document.indexed_text);
  }
  return &references_.emplace(key, std::move(reference)).first->second;
}

Result<const ScoreCandidates*> PreparedDetectors::of(const OnlineDetector& detector,
                                                     const DatasetVectors& vectors,
                                                     const RunOptions& run) {
  const auto found = prepared_.find(detector.name);
  if (found != prepared_.end()) return &found->second;
  RAGSIEVE_TRY(const Reference* reference, reference_of(detector, vectors, run));
  RAGSIEVE_TRY(ScoreCandidates score,
               detector.prepare({reference->contexts, reference->texts}, models_, run));
  if (detector.of_snapshot) of_snapshot_.insert(detector.name);
  return &prepared_.emplace(detector.name, std::move(score)).first->second;
}

}  // namespace ragsieve::eval
