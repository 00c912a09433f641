#include "eval/run/online_table.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "eval/run/prepared_detectors.h"
#include "eval/run/snapshot_vectors.h"
#include "eval/run/variants.h"

namespace ragsieve::eval {
namespace {

Result<std::vector<OnlineDetector>> chosen_detectors(const std::vector<std::string>& names) {
  std::vector<OnlineDetector> all = known_online_detectors();
  if (names.empty()) {
    std::erase_if(all, [](const OnlineDetector& detector) { return detector.on_request; });
    return all;
  }
  std::vector<OnlineDetector> chosen;
  for (const std::string& name : online_names(names)) {
    const auto found = std::ranges::find(all, name, &OnlineDetector::name);
    if (found == all.end()) {
      std::string list;
      for (const OnlineDetector& detector : all) list += (list.empty() ? "" : ", ") + detector.name;
      return make_error(Code::kInvalidArgument,
                        "the detector '" + name + "' is unknown, expected one of " + list,
                        Where{"", 0, "detectors"});
    }
    chosen.push_back(*found);
  }
  return chosen;
}

std::size_t reference_size(const OnlineDetector& detector, const OnlineOptions& options) {
  return detector.n_reference != 0 ? detector.n_reference : options.n_reference;
}

// The detector's options and how many queries it saw.
std::string config_text(const OnlineDetector& detector, const OnlineOptions& options) {
  std::string text = detector.config;
  text.back() = ',';
  return text + "\"n_queries\":" + std::to_string(options.n_queries) +
         ",\"n_reference\":" + std::to_string(reference_size(detector, options)) + "}";
}

double seconds_per_query(const OnlineDetector& detector, const ResultFile& results) {
  double seconds = 0;
  double queries = 0;
  for (const auto& [key, line] : results.rows()) {
    if (key.table != "filter" || key.detector != detector.name) continue;
    seconds += line.seconds;
    queries += static_cast<double>(line.n_targets);
  }
  return queries > 0 ? seconds / queries : detector.seconds_per_query;
}

using Contexts = std::vector<OnlineContext>;

// The rows of one dataset.
class OnlineRun {
 public:
  OnlineRun(const Dataset& dataset, const ModelsInUse& models, const OnlineOptions& options,
            ResultFile& results, const RowSink& sink, const RunOptions& run)
      : dataset_(dataset),
        models_(models),
        options_(options),
        results_(results),
        sink_(sink),
        run_(run),
        prepared_(dataset, models, options.n_reference) {}

  Status start() {
    RAGSIEVE_TRY(vectors_, encode_dataset(dataset_, *models_.encoder, run_));
    return ok_status();
  }

  // Rows of the same snapshot.
  Status measure(std::span<const PlannedOnlineRow> rows) {
    RAGSIEVE_TRY(const Snapshot snapshot, make_snapshot(dataset_, rows.front().snapshot));
    const std::vector<std::string> queries =
        attacked_queries(dataset_, snapshot, options_.n_queries);
    RAGSIEVE_TRY(const Contexts attacked, contexts(snapshot, queries));
    RAGSIEVE_TRY(const Contexts clean, contexts({}, queries));
    prepared_.set_reference(snapshot, snapshot);
    for (const PlannedOnlineRow& row : rows) {
      if (row.done) continue;
      RAGSIEVE_TRY(const ScoreCandidates* score, prepared_.of(row.detector, vectors_, run_));
      const auto begin = std::chrono::steady_clock::now();
      RAGSIEVE_TRY(ResultLine line, scored(*score, attacked, clean));
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
      line.key = row.key;
      line.n_targets = queries.size();
      line.seconds = spent.count();
      line.machine = sink_.machine;
      line.version = sink_.version;
      RAGSIEVE_CHECK(results_.add(line));
      if (sink_.measured) sink_.measured(line);
    }
    return ok_status();
  }

 private:
  Result<Contexts> contexts(const Snapshot& snapshot, const std::vector<std::string>& queries) {
    return retrieve_contexts(dataset_, snapshot, vectors_, queries, *models_.encoder, run_);
  }

  Result<ResultLine> scored(const ScoreCandidates& score, const Contexts& attacked,
                            const Contexts& clean) {
    ResultLine line;
    std::vector<double> positives;
    std::vector<double> negatives;
    for (const OnlineContext& context : attacked) {
      RAGSIEVE_TRY(const baselines::Scores scores, score(context, run_));
      for (std::size_t i = 0; i < scores.size(); ++i) {
        if (!context.poison[i]) continue;
        positives.push_back(scores[i].score);
        line.positives.add(scores[i].flagged);
      }
      if (run_.cancel.requested()) return make_error(Code::kCancelled, "stopped as asked");
    }
    for (const OnlineContext& context : clean) {
      RAGSIEVE_TRY(const baselines::Scores scores, score(context, run_));
      for (const baselines::Scored& candidate : scores) {
        negatives.push_back(candidate.score);
        line.negatives.add(candidate.flagged);
      }
    }
    line.figures = detection_figures(positives, negatives, options_.figures);
    return line;
  }

  const Dataset& dataset_;
  const ModelsInUse& models_;
  const OnlineOptions& options_;
  ResultFile& results_;
  const RowSink& sink_;
  const RunOptions& run_;
  DatasetVectors vectors_;
  PreparedDetectors prepared_;
};

bool same_snapshot(const PlannedOnlineRow& a, const PlannedOnlineRow& b) {
  return a.snapshot.family == b.snapshot.family && a.snapshot.per_target == b.snapshot.per_target;
}

}  // namespace

Result<std::vector<PlannedOnlineRow>> plan_online(const Dataset& dataset, const ModelsInUse& models,
                                                  const OnlineOptions& options,
                                                  const ResultFile& results) {
  RAGSIEVE_CHECK(options.figures.validate());
  RAGSIEVE_TRY(const std::vector<OnlineDetector> detectors, chosen_detectors(options.detectors));
  std::vector<PlannedOnlineRow> rows;
  for (const std::string& family :
       options.families.empty() ? dataset.attacks() : options.families) {
    for (const std::size_t per_target : options.per_target) {
      const SnapshotOptions snapshot{family, per_target};
      RAGSIEVE_TRY(const Snapshot made, make_snapshot(dataset, snapshot));
      for (const OnlineDetector& detector : detectors) {
        PlannedOnlineRow row;
        row.key = RowKey{"filter",
                         dataset.name,
                         family,
                         per_target,
                         detector.name,
                         config_text(detector, options),
                         models_text(models),
                         to_hex(dataset.corpus_digest),
                         family_digest(dataset, family),
                         figures_text(options.figures)};
        row.snapshot = snapshot;
        row.detector = detector;
        row.n_queries = attacked_queries(dataset, made, options.n_queries).size();
        row.done = results.find(row.key) != nullptr;
        row.seconds =
            row.done ? 0
                     : static_cast<double>(row.n_queries) * seconds_per_query(detector, results);
        rows.push_back(std::move(row));
      }
    }
  }
  return rows;
}

Status run_online(const Dataset& dataset, const ModelsInUse& models,
                  const std::vector<PlannedOnlineRow>& rows, const OnlineOptions& options,
                  ResultFile& results, const RowSink& sink, const RunOptions& run) {
  if (std::ranges::all_of(rows, &PlannedOnlineRow::done)) return ok_status();
  OnlineRun online(dataset, models, options, results, sink, run);
  RAGSIEVE_CHECK(online.start());
  for (std::size_t first = 0; first < rows.size();) {
    std::size_t last = first + 1;
    while (last < rows.size() && same_snapshot(rows[first], rows[last])) ++last;
    const std::span<const PlannedOnlineRow> group = std::span(rows).subspan(first, last - first);
    if (!std::ranges::all_of(group, &PlannedOnlineRow::done)) RAGSIEVE_CHECK(online.measure(group));
    first = last;
  }
  return ok_status();
}

}  // namespace ragsieve::eval
