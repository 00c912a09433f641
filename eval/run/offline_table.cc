#include "eval/run/offline_table.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "eval/run/snapshot_vectors.h"
#include "eval/run/variants.h"
#include "ragsieve/index/exact_knn.h"

namespace ragsieve::eval {
namespace {

Result<std::vector<OfflineDetector>> chosen_detectors(const std::vector<std::string>& names) {
  std::vector<OfflineDetector> all = known_offline_detectors();
  if (names.empty()) {
    std::erase_if(all, [](const OfflineDetector& detector) { return detector.on_request; });
    return all;
  }
  std::vector<OfflineDetector> chosen;
  for (const std::string& name : offline_names(names)) {
    const auto found = std::ranges::find(all, name, &OfflineDetector::name);
    if (found == all.end()) {
      std::string list;
      for (const OfflineDetector& detector : all)
        list += (list.empty() ? "" : ", ") + detector.name;
      return make_error(Code::kInvalidArgument,
                        "the detector '" + name + "' is unknown, expected one of " + list,
                        Where{"", 0, "detectors"});
    }
    chosen.push_back(*found);
  }
  return chosen;
}

std::vector<SnapshotOptions> snapshots_of(const Dataset& dataset, const OfflineOptions& options) {
  std::vector<SnapshotOptions> snapshots;
  if (options.clean) snapshots.push_back({});
  const std::vector<std::string> families =
      options.families.empty() ? dataset.attacks() : options.families;
  for (const std::string& family : families) {
    for (const std::size_t n : options.per_target) snapshots.push_back({family, n});
  }
  return snapshots;
}

double seconds_per_document(const OfflineDetector& detector, const ResultFile& results) {
  double seconds = 0;
  double documents = 0;
  for (const auto& [key, line] : results.rows()) {
    if (key.detector != detector.name || key.config != detector.config) continue;
    seconds += line.seconds;
    documents += static_cast<double>(line.figures.n_positives + line.figures.n_negatives);
  }
  return documents > 0 ? seconds / documents : detector.seconds_per_document;
}

ResultLine measured(const PlannedRow& row, const baselines::Scores& scores, std::size_t n_clean,
                    const DetectionOptions& figures) {
  ResultLine line;
  line.key = row.key;
  std::vector<double> positives;
  std::vector<double> negatives;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    (i < n_clean ? negatives : positives).push_back(scores[i].score);
    (i < n_clean ? line.negatives : line.positives).add(scores[i].flagged);
  }
  line.figures = detection_figures(positives, negatives, figures);
  return line;
}

// The rows of one snapshot: same poisons, same graph.
class SnapshotRun {
 public:
  SnapshotRun(const Dataset& dataset, const OfflineOptions& options, ResultFile& results,
              const RowSink& sink, const RunOptions& run)
      : dataset_(dataset), options_(options), results_(results), sink_(sink), run_(run) {
    for (const Document& document : dataset.clean.documents) clean_ids_.push_back(document.id);
  }

  Status measure(const DatasetVectors& vectors, std::span<const PlannedRow> rows) {
    RAGSIEVE_TRY(const Snapshot snapshot, make_snapshot(dataset_, rows.front().snapshot));
    RAGSIEVE_TRY(const SnapshotRows rows_of, SnapshotRows::of(vectors, snapshot, run_));
    const std::vector<std::string_view> texts = snapshot_texts(dataset_, snapshot);
    OfflineInput input{rows_of.view(), texts, nullptr, clean_ids_};
    KnnOptions knn;
    knn.k = kGraphNeighbours;
    RAGSIEVE_TRY(const NeighbourGraph graph, build_graph(input.rows, knn, run_));
    input.graph = &graph;
    for (const PlannedRow& row : rows) {
      if (row.done) continue;
      const auto start = std::chrono::steady_clock::now();
      RAGSIEVE_TRY(const baselines::Scores scores, row.detector.score(input, run_));
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
      ResultLine line = measured(row, scores, dataset_.clean.documents.size(), options_.figures);
      line.n_targets = snapshot.n_targets;
      line.seconds = spent.count();
      line.machine = sink_.machine;
      line.version = sink_.version;
      RAGSIEVE_CHECK(results_.add(line));
      if (sink_.measured) sink_.measured(line);
    }
    return ok_status();
  }

 private:
  const Dataset& dataset_;
  const OfflineOptions& options_;
  ResultFile& results_;
  const RowSink& sink_;
  const RunOptions& run_;
  std::vector<std::string_view> clean_ids_;
};

bool same_snapshot(const PlannedRow& a, const PlannedRow& b) {
  return a.snapshot.family == b.snapshot.family && a.snapshot.per_target == b.snapshot.per_target;
}

}  // namespace

Result<std::vector<PlannedRow>> plan_offline(const Dataset& dataset, const ModelIdentity& encoder,
                                             const OfflineOptions& options,
                                             const ResultFile& results) {
  RAGSIEVE_CHECK(options.figures.validate());
  RAGSIEVE_TRY(const std::vector<OfflineDetector> detectors, chosen_detectors(options.detectors));
  std::vector<PlannedRow> rows;
  for (const SnapshotOptions& snapshot : snapshots_of(dataset, options)) {
    RAGSIEVE_TRY(const Snapshot made, make_snapshot(dataset, snapshot));
    for (const OfflineDetector& detector : detectors) {
      PlannedRow row;
      row.key = RowKey{"audit",
                       dataset.name,
                       snapshot.family,
                       snapshot.per_target,
                       detector.name,
                       detector.config,
                       model_text(encoder),
                       to_hex(dataset.corpus_digest),
                       family_digest(dataset, snapshot.family),
                       figures_text(options.figures)};
      row.snapshot = snapshot;
      row.detector = detector;
      row.n_documents = dataset.clean.documents.size() + made.poisons.size();
      row.done = results.find(row.key) != nullptr;
      row.seconds =
          row.done ? 0
                   : static_cast<double>(row.n_documents) * seconds_per_document(detector, results);
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

Status run_offline(const Dataset& dataset, Encoder& encoder, const std::vector<PlannedRow>& rows,
                   const OfflineOptions& options, ResultFile& results, const RowSink& sink,
                   const RunOptions& run) {
  if (std::ranges::all_of(rows, &PlannedRow::done)) return ok_status();
  RAGSIEVE_TRY(const DatasetVectors vectors, encode_dataset(dataset, encoder, run));
  SnapshotRun snapshot_run(dataset, options, results, sink, run);
  for (std::size_t first = 0; first < rows.size();) {
    std::size_t last = first + 1;
    while (last < rows.size() && same_snapshot(rows[first], rows[last])) ++last;
    const std::span<const PlannedRow> group = std::span(rows).subspan(first, last - first);
    if (!std::ranges::all_of(group, &PlannedRow::done)) {
      RAGSIEVE_CHECK(snapshot_run.measure(vectors, group));
    }
    first = last;
  }
  return ok_status();
}

}  // namespace ragsieve::eval
