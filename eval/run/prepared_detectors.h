// Online detectors with their thresholds set: on clean retrievals of questions that are not tested,
// once for all families that agree on these. One thread at a time.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "eval/dataset/dataset.h"
#include "eval/dataset/snapshot.h"
#include "eval/run/online_context.h"
#include "eval/run/online_detectors.h"
#include "eval/run/snapshot_vectors.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve::eval {

class PreparedDetectors {
 public:
  // Dataset and models must outlive this.
  PreparedDetectors(const Dataset& dataset, const ModelsInUse& models, std::size_t n_reference)
      : dataset_(dataset), models_(models), n_reference_(n_reference) {}

  // From now on the reference is of questions that neither the dataset's own poisons nor those of
  // `tested` are for (reference_queries()); a detector whose reference is the snapshot itself takes
  // it from `searched`.
  void set_reference(const Snapshot& tested, const Snapshot& searched);

  // Valid until the reference changes. Errors of the retrieval and of the detector.
  [[nodiscard]] Result<const ScoreCandidates*> of(const OnlineDetector& detector,
                                                  const DatasetVectors& vectors,
                                                  const RunOptions& run);

 private:
  const Dataset& dataset_;
  const ModelsInUse& models_;
  std::size_t n_reference_;
  // What a detector's thresholds are set on, made when the first one asks for it.
  struct Reference {
    std::vector<OnlineContext> contexts;
    std::vector<std::string_view> texts;
  };
  using ReferenceKey = std::pair<bool, std::size_t>;  // OnlineDetector::of_snapshot, queries
  [[nodiscard]] Result<const Reference*> reference_of(const OnlineDetector& detector,
                                                      const DatasetVectors& vectors,
                                                      const RunOptions& run);

  Snapshot snapshot_;
  std::vector<std::string> queries_;  // as many as there are
  std::map<ReferenceKey, Reference> references_;
  std::map<std::string, ScoreCandidates> prepared_;
  std::set<std::string> of_snapshot_;  // names among prepared_
};

}  // namespace ragsieve::eval
