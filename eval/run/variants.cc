#include "eval/run/variants.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "eval/run/default_filter.h"
#include "ragsieve/detect/rsg.h"
#include "ragsieve/pipeline/published_filter.h"

namespace ragsieve::eval {
namespace {

using baselines::Scored;
using baselines::Scores;

using JudgeRsg = std::function<Scored(const RsgDocument&)>;
using JudgeRsq = std::function<Scored(const CandidateRecord&)>;

Scored as_judged(const RsgDocument& document) { return {document.score, document.flagged}; }

OfflineDetector rsg_variant(std::string name, const RsgOptions& options,
                            JudgeRsg judge = as_judged) {
  OfflineDetector detector = offline_detectors().front();  // rsg: its speed and text of options
  detector.name = std::move(name);
  detector.config = rsg_config(options);
  detector.on_request = true;
  detector.score = [options, judge = std::move(judge)](const OfflineInput& input,
                                                       const RunOptions& run) -> Result<Scores> {
    RAGSIEVE_TRY(const RsgResult result,
                 rsg(first_neighbours(*input.graph, options.k_g), input.texts, options, run));
    Scores scores;
    for (const RsgDocument& document : result.documents) scores.push_back(judge(document));
    return scores;
  };
  return detector;
}

Scored by_rsq(const CandidateRecord& record) { return {record.score, record.flagged}; }

OnlineDetector rsq_variant(std::string name, const RsqOptions& rsq, JudgeRsq judge = by_rsq) {
  OnlineDetector detector = rsq_detector(rsq);
  detector.name = std::move(name);
  detector.on_request = true;
  detector.prepare = [rsq, judge = std::move(judge)](const OnlineReference&,
                                                     const ModelsInUse& models,
                                                     const RunOptions&) -> Result<ScoreCandidates> {
    return ScoreCandidates([rsq, judge, models](const OnlineContext& context,
                                                const RunOptions& run) -> Result<Scores> {
      RAGSIEVE_TRY(const QueryRecord record,
                   filter_by_rsq(context.retrieved, rsq, {}, models, run));
      Scores scores;
      for (const CandidateRecord& candidate : record.documents) {
        scores.push_back(judge(candidate));
      }
      return scores;
    });
  };
  return detector;
}

template <typename Detector>
void add_names(const std::vector<Detector>& detectors, std::vector<std::string>& names) {
  for (const Detector& detector : detectors) names.push_back(detector.name);
}

}  // namespace

std::vector<OfflineDetector> offline_ablations() {
  const RsgOptions options;
  return {rsg_variant("rsg_topology_alone", options,
                      [options](const RsgDocument& document) -> Scored {
                        const double score =
                            std::min(1.0, options.eta_g * options.alpha_g / document.p);
                        return {score, score >= options.eta_g};
                      }),
          rsg_variant("rsg_scripts_alone", options, [](const RsgDocument& document) -> Scored {
            return {document.integrity ? 1.0 : 0.0, document.integrity};
          })};
}

std::vector<OfflineDetector> offline_sensitivity() {
  std::vector<OfflineDetector> all;
  const auto add = [&](const std::string& name, auto RsgOptions::* member, auto value) {
    RsgOptions options;
    options.*member = value;
    all.push_back(rsg_variant("rsg_" + name, options));
  };
  add("k8", &RsgOptions::k_g, std::size_t{8});
  add("k32", &RsgOptions::k_g, std::size_t{32});
  add("near80", &RsgOptions::tau_e, 0.80);
  add("near90", &RsgOptions::tau_e, 0.90);
  add("overlap50", &RsgOptions::tau_l, 0.50);
  add("overlap70", &RsgOptions::tau_l, 0.70);
  add("budget025", &RsgOptions::alpha_g, 0.025);
  add("budget10", &RsgOptions::alpha_g, 0.10);
  return all;
}

std::vector<OnlineDetector> online_ablations() {
  std::vector<OnlineDetector> all;
  const auto add = [&](const std::string& name, double CandidateRecord::* term) {
    const RsqOptions options;
    all.push_back(rsq_variant("rsq_without_" + name, options,
                              [term, options](const CandidateRecord& record) -> Scored {
                                const double score = record.score - record.*term;
                                return {score, score >= options.eta_q};
                              }));
  };
  add("anchor", &CandidateRecord::anchor);
  add("integrity", &CandidateRecord::integrity);
  add("surprisal", &CandidateRecord::surprisal);
  add("alignment", &CandidateRecord::alignment);
  for (std::size_t t = 0; t < kFilterTerms; ++t) {
    FilterDefaultOptions options;
    options.weights[t] = 0;
    all.push_back(
        default_filter_variant("filter_default_reference_without_" +
                                   std::string(filter_term_name(static_cast<FilterTerm>(t))),
                               options));
  }
  return all;
}

std::vector<OnlineDetector> online_sensitivity() {
  std::vector<OnlineDetector> all;
  const auto add = [&](const std::string& name, const std::function<void(RsqOptions&)>& change) {
    RsqOptions options;
    change(options);
    all.push_back(rsq_variant("rsq_" + name, options));
  };
  add("gate4", [](RsqOptions& options) { options.surprisal.gate_bits = 4; });
  add("gate6", [](RsqOptions& options) { options.surprisal.gate_bits = 6; });
  add("align025", [](RsqOptions& options) { options.alpha_s = 0.025; });
  add("align10", [](RsqOptions& options) { options.alpha_s = 0.10; });
  add("n10", [](RsqOptions& options) { options.n = 10; });
  add("n15", [](RsqOptions& options) { options.n = 15; });
  return all;
}

std::vector<std::string> offline_names(const std::vector<std::string>& names) {
  std::vector<std::string> all;
  for (const std::string& name : names) {
    if (name == kAblations) {
      add_names(offline_ablations(), all);
    } else if (name == kSensitivity) {
      add_names(offline_sensitivity(), all);
    } else {
      all.push_back(name);
    }
  }
  return all;
}

std::vector<std::string> online_names(const std::vector<std::string>& names) {
  std::vector<std::string> all;
  for (const std::string& name : names) {
    if (name == kAblations) {
      add_names(online_ablations(), all);
    } else if (name == kSensitivity) {
      add_names(online_sensitivity(), all);
    } else {
      all.push_back(name);
    }
  }
  return all;
}

}  // namespace ragsieve::eval
