// The detectors that look at one retrieval result, side by side: ours and the online peers, each
// with its options as they stand in a result's key. All score the same candidates.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "eval/run/online_context.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/detect/baselines/scored.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve::eval {

// Scores of the first kCandidates documents.
using ScoreCandidates =
    std::function<Result<baselines::Scores>(const OnlineContext&, const RunOptions&)>;

struct OnlineDetector {
  std::string name;
  std::string config;  // JSON
  bool needs_causal_lm = false;
  double seconds_per_query = 0.01;  // first guess of a plan
  bool on_request = false;          // too dear for a run that does not name it
  // Sets thresholds on `reference`, clean retrievals of queries that are not tested, and returns
  // what scores. `reference` may be empty: then a detector that needs it is an error
  // (kInvalidArgument).
  std::function<Result<ScoreCandidates>(std::span<const OnlineContext> reference,
                                        const ModelsInUse& models, const RunOptions& run)>
      prepare;
};

// "rsq" (the paper profile), then the peers: "trust_rag", "rag_defender", "rag_defender_multi_hop",
// "raguard", "perplexity", "eco_safe_rag", "gmtp_clm" (on request).
[[nodiscard]] std::vector<OnlineDetector> online_detectors();

// The peers alone (online_peers.cc).
[[nodiscard]] std::vector<OnlineDetector> online_peers();

}  // namespace ragsieve::eval
