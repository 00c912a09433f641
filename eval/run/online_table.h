// The main online table: every detector between retrieval and generation, on the queries of each
// attack (methods.md section 5, online). Positives: poisons among the candidates under attack;
// negatives: the candidates of the clean retrieval of the same queries.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "eval/dataset/dataset.h"
#include "eval/dataset/snapshot.h"
#include "eval/measures/detection.h"
#include "eval/run/offline_table.h"
#include "eval/run/online_detectors.h"
#include "eval/run/result_file.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve::eval {

struct OnlineOptions {
  std::vector<std::string> families;       // empty: every attack of the dataset
  std::vector<std::size_t> per_target{0};  // poisons a target, 0: all
  std::vector<std::string> detectors;      // empty: all that need no request
  std::size_t n_queries = 100;             // of a family, 0: all
  std::size_t n_reference = 100;           // clean queries that thresholds are set on
  DetectionOptions figures;
};

struct PlannedOnlineRow {
  RowKey key;
  SnapshotOptions snapshot;
  OnlineDetector detector;
  std::size_t n_queries = 0;
  bool done = false;
  double seconds = 0;  // expected, 0 where done
};

// The rows of one dataset, snapshot by snapshot. `models`: those that exist are part of the keys.
// kInvalidArgument: an unknown family or detector, options.
[[nodiscard]] Result<std::vector<PlannedOnlineRow>> plan_online(const Dataset& dataset,
                                                                const ModelsInUse& models,
                                                                const OnlineOptions& options,
                                                                const ResultFile& results);

// Measures the rows that are not done and adds each to `results`. Errors of the models and the
// detectors; kCancelled: what was measured is in the file.
[[nodiscard]] Status run_online(const Dataset& dataset, const ModelsInUse& models,
                                const std::vector<PlannedOnlineRow>& rows,
                                const OnlineOptions& options, ResultFile& results,
                                const RowSink& sink, const RunOptions& run);

}  // namespace ragsieve::eval
