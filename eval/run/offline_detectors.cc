#include "eval/run/offline_detectors.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "eval/run/default_audit.h"
#include "eval/run/variants.h"
#include "ragsieve/detect/baselines/clean_base.h"
#include "ragsieve/detect/baselines/hubness.h"
#include "ragsieve/detect/baselines/neighbour_distance.h"
#include "ragsieve/detect/baselines/outlier_forest.h"
#include "ragsieve/detect/rsg.h"
#include "ragsieve/json/value.h"

namespace ragsieve::eval {
namespace {

using baselines::Scores;

json::Value count(std::size_t value) { return static_cast<std::uint64_t>(value); }

OfflineDetector rsg_detector() {
  const RsgOptions options;
  OfflineDetector detector;
  detector.name = "rsg";
  detector.seconds_per_document = 1e-4;
  detector.config = rsg_config(options);
  detector.score = [options](const OfflineInput& input, const RunOptions& run) -> Result<Scores> {
    RAGSIEVE_TRY(const RsgResult result,
                 rsg(first_neighbours(*input.graph, options.k_g), input.texts, options, run));
    Scores scores;
    for (const RsgDocument& document : result.documents) {
      scores.push_back({document.score, document.flagged});
    }
    return scores;
  };
  return detector;
}

OfflineDetector clean_base_detector(const std::string& name,
                                    const baselines::CleanBaseOptions& options) {
  OfflineDetector detector;
  detector.name = name;
  detector.config = json::dump(json::Object{{"k", count(options.k)},
                                            {"deviations", options.deviations},
                                            {"min_clique", count(options.min_clique)},
                                            {"max_clique", count(options.max_clique)},
                                            {"trust_copies", options.trust_copies}});
  detector.score = [options](const OfflineInput& input, const RunOptions& run) {
    return baselines::clean_base(first_neighbours(*input.graph, options.k), options, run);
  };
  return detector;
}

OfflineDetector hubness_detector() {
  const baselines::HubnessOptions options;
  OfflineDetector detector;
  detector.name = "ahd";
  detector.seconds_per_document = 1e-3;
  detector.config = json::dump(json::Object{{"n_queries", count(options.n_queries)},
                                            {"k", count(options.k)},
                                            {"z_weight", options.z_weight},
                                            {"spread_weight", options.spread_weight},
                                            {"z_threshold", options.z_threshold},
                                            {"top_share", options.top_share},
                                            {"seed", options.seed}});
  detector.score = [options](const OfflineInput& input, const RunOptions& run) {
    return baselines::hubness(input.rows, options, run);
  };
  return detector;
}

OfflineDetector forest_detector() {
  const baselines::OutlierForestOptions options;
  OfflineDetector detector;
  detector.name = "isolation_forest";
  detector.seconds_per_document = 5e-5;
  detector.config = json::dump(json::Object{{"n_trees", count(options.forest.n_trees)},
                                            {"subsample", count(options.forest.subsample)},
                                            {"threshold", options.threshold},
                                            {"seed", options.forest.seed}});
  detector.score = [options](const OfflineInput& input, const RunOptions& run) {
    return baselines::outlier_forest(input.rows, options, run);
  };
  return detector;
}

OfflineDetector distance_detector(const std::string& name) {
  OfflineDetector detector;
  detector.name = name;
  detector.config = json::dump(json::Object{{"k", count(baselines::kDistanceNeighbours)}});
  const bool factor = name == "lof";
  detector.flags = factor;
  detector.score = [factor](const OfflineInput& input, const RunOptions& run) {
    const NeighbourGraph graph = first_neighbours(*input.graph, baselines::kDistanceNeighbours);
    return factor ? baselines::local_outlier_factor(graph, run) : baselines::knn_distance(graph);
  };
  return detector;
}

}  // namespace

std::vector<OfflineDetector> offline_detectors() {
  std::vector<OfflineDetector> all{rsg_detector()};
  for (OfflineDetector& detector : default_audit_detectors()) all.push_back(std::move(detector));
  for (OfflineDetector& peer : std::vector<OfflineDetector>{
           clean_base_detector("clean_base", {}),
           clean_base_detector("clean_base_published", baselines::CleanBaseOptions::published()),
           hubness_detector(), forest_detector(), distance_detector("knn_distance"),
           distance_detector("lof")}) {
    all.push_back(std::move(peer));
  }
  return all;
}

std::vector<OfflineDetector> known_offline_detectors() {
  std::vector<OfflineDetector> all = offline_detectors();
  for (auto&& variants : {offline_ablations(), offline_sensitivity()}) {
    all.insert(all.end(), variants.begin(), variants.end());
  }
  return all;
}

std::string rsg_config(const RsgOptions& options) {
  return json::dump(json::Object{{"profile", "paper"},
                                 {"k_g", count(options.k_g)},
                                 {"tau_e", options.tau_e},
                                 {"tau_l", options.tau_l},
                                 {"strongest", count(options.strongest)},
                                 {"alpha_g", options.alpha_g},
                                 {"eta_g", options.eta_g}});
}

NeighbourGraph first_neighbours(const NeighbourGraph& graph, std::size_t k) {
  NeighbourGraph first{graph.n_rows, std::min(k, graph.k), {}};
  first.neighbours.reserve(first.n_rows * first.k);
  for (std::size_t row = 0; row < graph.n_rows; ++row) {
    const auto neighbours = graph.of(row).first(first.k);
    first.neighbours.insert(first.neighbours.end(), neighbours.begin(), neighbours.end());
  }
  return first;
}

}  // namespace ragsieve::eval
