// The defences of the answers table: what stands between a corpus and the generator. An offline
// detector takes what it flags out of the corpus before anything is retrieved; an online one takes
// the candidates that it flags out of the context, and the following ranks refill it in their order
// (as `audit --removed` and `filter` do). Each decides by its own threshold. Serial: both.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "eval/dataset/dataset.h"
#include "eval/dataset/snapshot.h"
#include "eval/run/offline_detectors.h"
#include "eval/run/online_context.h"
#include "eval/run/online_detectors.h"
#include "eval/run/snapshot_vectors.h"
#include "ragsieve/base/result.h"
#include "ragsieve/detect/baselines/scored.h"

namespace ragsieve::eval {

struct Defence {
  std::string name;    // "none", a detector's name, or "offline+online"
  std::string config;  // JSON: of each detector that is there
  std::optional<OfflineDetector> offline;
  std::optional<OnlineDetector> online;
};

// By name, in that order; of no names "none", every detector that flags and need not be asked for
// by name, and the serial deployments of our own. kInvalidArgument: a name that is none of these,
// or a detector without a threshold.
[[nodiscard]] Result<std::vector<Defence>> defences(const std::vector<std::string>& names);

// A snapshot without the documents that were flagged: row i of `scores` is document i of it.
struct Survivors {
  Dataset dataset;  // its corpus_digest is that of the whole corpus
  Snapshot snapshot;
  DatasetVectors vectors;
};
[[nodiscard]] Survivors without_flagged(const Dataset& dataset, const Snapshot& snapshot,
                                        const DatasetVectors& vectors,
                                        const baselines::Scores& scores);

// The ranks (from 0) that the generator reads: the first kCandidates that no score flags; `scores`
// are those of the first ranks, none: nothing is flagged.
[[nodiscard]] std::vector<std::size_t> kept_ranks(const OnlineContext& context,
                                                  const baselines::Scores& scores);

}  // namespace ragsieve::eval
