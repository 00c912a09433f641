#include "eval/run/online_detectors.h"

#include <cstdint>

#include "eval/run/default_filter.h"
#include "eval/run/variants.h"
#include "ragsieve/json/value.h"
#include "ragsieve/pipeline/published_filter.h"

namespace ragsieve::eval {

OnlineDetector rsq_detector(const RsqOptions& rsq) {
  OnlineDetector detector;
  detector.name = "rsq";
  detector.needs_causal_lm = true;
  detector.seconds_per_query = 2;
  detector.config = json::dump(json::Object{{"profile", "paper"},
                                            {"k", static_cast<std::uint64_t>(rsq.k)},
                                            {"n", static_cast<std::uint64_t>(rsq.n)},
                                            {"alpha_s", rsq.alpha_s},
                                            {"eta_q", rsq.eta_q},
                                            {"gate_bits", rsq.surprisal.gate_bits}});
  detector.prepare = [rsq](const OnlineReference&, const ModelsInUse& models,
                           const RunOptions&) -> Result<ScoreCandidates> {
    return ScoreCandidates([rsq, models](const OnlineContext& context,
                                         const RunOptions& run) -> Result<baselines::Scores> {
      RAGSIEVE_TRY(const QueryRecord record,
                   filter_by_rsq(context.retrieved, rsq, {}, models, run));
      baselines::Scores scores;
      for (const CandidateRecord& candidate : record.documents) {
        scores.push_back({candidate.score, candidate.flagged});
      }
      return scores;
    });
  };
  return detector;
}

std::vector<OnlineDetector> known_online_detectors() {
  std::vector<OnlineDetector> all = online_detectors();
  for (auto&& variants : {online_ablations(), online_sensitivity()}) {
    all.insert(all.end(), variants.begin(), variants.end());
  }
  return all;
}

std::vector<OnlineDetector> online_detectors() {
  std::vector<OnlineDetector> all{rsq_detector({})};
  for (OnlineDetector& detector : default_filters()) all.push_back(std::move(detector));
  for (OnlineDetector& peer : online_peers()) all.push_back(std::move(peer));
  return all;
}

}  // namespace ragsieve::eval
