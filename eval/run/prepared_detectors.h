// Online detectors with their thresholds set: on clean retrievals of questions that are not tested,
// once for all families that agree on these. One thread at a time.
#pragma once

#include <cstddef>
#include <map>
#include <string>
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
  // `snapshot` are for (reference_queries()).
  void set_reference(const Snapshot& snapshot);

  // Valid until the reference changes. Errors of the retrieval and of the detector.
  [[nodiscard]] Result<const ScoreCandidates*> of(const OnlineDetector& detector,
                                                  const DatasetVectors& vectors,
                                                  const RunOptions& run);

 private:
  const Dataset& dataset_;
  const ModelsInUse& models_;
  std::size_t n_reference_;
  std::vector<std::string> queries_;
  std::vector<OnlineContext> reference_;  // of queries_, once something asked for it
  std::map<std::string, ScoreCandidates> prepared_;
};

}  // namespace ragsieve::eval
