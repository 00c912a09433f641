// The end-to-end table (methods.md section 5): what a reader answers to the attacked queries, from
// the corpus without and with the poisons of a family, under every defence: Recall@5, token F1,
// exact match, share of answers that hold a reference, attack success, poisons in the context.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "eval/dataset/dataset.h"
#include "eval/dataset/snapshot.h"
#include "eval/measures/detection.h"
#include "eval/run/defences.h"
#include "eval/run/offline_table.h"
#include "eval/run/result_file.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve::eval {

struct AnswersOptions {
  std::vector<std::string> families;       // empty: every attack of the dataset
  std::vector<std::size_t> per_target{0};  // poisons a target, 0: all
  std::vector<std::string> defences;       // empty: defences() of no names
  std::size_t n_queries = 100;             // of a family, 0: all
  std::size_t n_reference = 100;           // clean queries that thresholds are set on
  DetectionOptions figures;                // the bootstrap is used
};

struct PlannedAnswersRow {
  RowKey key;
  SnapshotOptions snapshot;
  Defence defence;
  std::size_t n_queries = 0;
  bool done = false;
  double seconds = 0;  // expected, 0 where done
};

// The rows of one dataset, snapshot by snapshot. `models` with an answerer; those that exist are
// part of the keys. kInvalidArgument: an unknown family or defence, options.
[[nodiscard]] Result<std::vector<PlannedAnswersRow>> plan_answers(const Dataset& dataset,
                                                                  const ModelsInUse& models,
                                                                  const AnswersOptions& options,
                                                                  const ResultFile& results);

// Measures the rows that are not done and adds each to `results`. Errors of models and detectors;
// kCancelled: what was measured is in the file.
[[nodiscard]] Status run_answers(const Dataset& dataset, const ModelsInUse& models,
                                 const std::vector<PlannedAnswersRow>& rows,
                                 const AnswersOptions& options, ResultFile& results,
                                 const RowSink& sink, const RunOptions& run);

}  // namespace ragsieve::eval
