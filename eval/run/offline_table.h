// The main offline table: every detector that looks at a whole corpus, on every snapshot of the
// datasets (methods.md section 5, offline). plan() says what is to do, run() does what is not done.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "eval/dataset/dataset.h"
#include "eval/dataset/snapshot.h"
#include "eval/measures/detection.h"
#include "eval/run/offline_detectors.h"
#include "eval/run/result_file.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/models/encoder.h"

namespace ragsieve::eval {

struct OfflineOptions {
  std::vector<std::string> families;       // empty: every attack of the dataset
  std::vector<std::size_t> per_target{0};  // poisons a target, 0: all
  std::vector<std::string> detectors;      // empty: all of offline_detectors()
  bool clean = true;                       // the corpus without poisons too
  DetectionOptions figures;
};

struct PlannedRow {
  RowKey key;
  SnapshotOptions snapshot;
  OfflineDetector detector;
  std::size_t n_documents = 0;
  bool done = false;
  double seconds = 0;  // expected, 0 where done
};

// The rows of one dataset, snapshot by snapshot. The detector's own rate is taken from rows of
// `results` on this or another dataset where there are any. kInvalidArgument: an unknown family or
// detector, options.
[[nodiscard]] Result<std::vector<PlannedRow>> plan_offline(const Dataset& dataset,
                                                           const ModelIdentity& encoder,
                                                           const OfflineOptions& options,
                                                           const ResultFile& results);

// Where a row was measured, and who hears of it.
struct RowSink {
  std::string machine;
  std::string version;
  std::function<void(const ResultLine&)> measured;  // may be empty
};

// Measures the rows that are not done and adds each to `results`. Vectors come from `encoder` (its
// cache makes a second run cheap), encoded once a dataset. Errors of the encoder and the detectors;
// kCancelled: what was measured is in the file.
[[nodiscard]] Status run_offline(const Dataset& dataset, Encoder& encoder,
                                 const std::vector<PlannedRow>& rows, const OfflineOptions& options,
                                 ResultFile& results, const RowSink& sink, const RunOptions& run);

}  // namespace ragsieve::eval
