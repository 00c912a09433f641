// The detectors that look at one retrieval result, side by side: ours and the online peers, each
// with its options as they stand in a result's key. All score the same candidates.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "eval/run/online_context.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/detect/baselines/scored.h"
#include "ragsieve/detect/rsq.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve::eval {

// Scores of the first kCandidates documents.
using ScoreCandidates =
    std::function<Result<baselines::Scores>(const OnlineContext&, const RunOptions&)>;

// What thresholds may be set on: clean retrievals of queries that are not tested, and the corpus
// that they were retrieved from.
struct OnlineReference {
  std::span<const OnlineContext> contexts;
  std::span<const std::string_view> texts;
};

struct OnlineDetector {
  std::string name;
  std::string config;  // JSON
  bool needs_causal_lm = false;
  double seconds_per_query = 0.01;  // first guess of a plan
  bool on_request = false;          // too dear for a run that does not name it
  bool of_snapshot = false;     // its reference is the attacked snapshot itself, else the corpus
                                // without poisons
  std::size_t n_reference = 0;  // queries of its reference; 0: as many as the run asks for
  // Sets thresholds on `reference` and returns what scores; what it refers to stays where it is as
  // long as that is used. The contexts may be none: then a detector that needs them is an error
  // (kInvalidArgument).
  std::function<Result<ScoreCandidates>(const OnlineReference& reference, const ModelsInUse& models,
                                        const RunOptions& run)>
      prepare;
};

// "rsq" (the paper profile), "filter_default" (no reference but the attacked snapshot) and
// "filter_default_reference" (the corpus before the attack), then the peers: "trust_rag",
// "rag_defender", "rag_defender_multi_hop", "raguard", "perplexity", "eco_safe_rag", "gmtp_clm" (on
// request).
[[nodiscard]] std::vector<OnlineDetector> online_detectors();

// All of these and the variants (variants.h), which are on request.
[[nodiscard]] std::vector<OnlineDetector> known_online_detectors();

// "rsq" with these options.
[[nodiscard]] OnlineDetector rsq_detector(const RsqOptions& rsq);

// The peers alone (online_peers.cc).
[[nodiscard]] std::vector<OnlineDetector> online_peers();

}  // namespace ragsieve::eval
