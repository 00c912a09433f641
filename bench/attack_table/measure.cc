#include "bench/attack_table/measure.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "ragsieve/detect/rsg.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/pipeline/published_filter.h"
#include "ragsieve/stats/ranking_metrics.h"

namespace ragsieve::bench {
namespace {

constexpr double kRemovalBudget = 0.05;
constexpr std::size_t kDepth = 100;

// Rows with their norms, alive together.
struct Rows {
  MatrixView view;
  std::vector<double> norms;
};

Result<Rows> rows_of(const Matrix& matrix, std::size_t n_rows, const RunOptions& run) {
  Rows rows;
  rows.view = matrix.view();
  rows.view.n_rows = n_rows;
  RAGSIEVE_TRY(rows.norms, inverse_norms(rows.view, run));
  rows.view.inverse_norms = rows.norms;
  return rows;
}

Measured summarise(const std::vector<double>& positives, const std::vector<double>& negatives) {
  return Measured{auroc(positives, negatives),
                  detection_at_budget(positives, negatives, kRemovalBudget), positives.size(),
                  negatives.size()};
}

std::vector<std::string> queries_of(const AttackData& data, const std::string& family,
                                    std::size_t n_queries) {
  std::set<std::string> distinct;  // bytes of UTF-8 sort by code point
  for (const Poison* poison : data.of(family)) distinct.insert(poison->query);
  std::vector<std::string> queries(distinct.begin(), distinct.end());
  if (queries.size() > n_queries) queries.resize(n_queries);
  return queries;
}

RetrievedContext context_of(const std::string& query, std::span<const Neighbour> found,
                            const Snapshot& snapshot) {
  RetrievedContext context{{"", query}, {}, 0};
  for (const Neighbour& neighbour : found) {
    context.documents.push_back(*snapshot.documents[neighbour.row]);
  }
  return context;
}

// Scores of the five candidates of every query against the first `n_rows` of the snapshot.
class CandidateScores {
 public:
  CandidateScores(const Snapshot& snapshot, const ModelsInUse& models, const RunOptions& run)
      : snapshot_(snapshot), models_(models), run_(run) {}

  Status add(const std::vector<std::string>& queries, const Matrix& query_vectors,
             std::size_t n_rows, bool poisons_only, std::vector<double>& scores) {
    RAGSIEVE_TRY(const Rows corpus, rows_of(snapshot_.vectors, n_rows, run_));
    RAGSIEVE_TRY(const Rows vectors, rows_of(query_vectors, query_vectors.n_rows, run_));
    KnnOptions options;
    options.k = kDepth;
    RAGSIEVE_TRY(const NeighbourGraph found, top_k(vectors.view, corpus.view, options, run_));
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const RetrievedContext context = context_of(queries[i], found.of(i), snapshot_);
      RAGSIEVE_TRY(const QueryRecord record, filter_by_rsq(context, {}, {}, models_, run_));
      for (std::size_t rank = 0; rank < record.documents.size(); ++rank) {
        const bool is_poison = found.of(i)[rank].row >= snapshot_.n_clean;
        if (is_poison || !poisons_only) scores.push_back(record.documents[rank].score);
      }
      run_.report(poisons_only ? "under attack" : "clean", i + 1, queries.size());
    }
    return ok_status();
  }

 private:
  const Snapshot& snapshot_;
  const ModelsInUse& models_;
  const RunOptions& run_;
};

}  // namespace

Result<AttackVectors> encode_all(const AttackData& data, Encoder& encoder, const RunOptions& run) {
  std::vector<std::string_view> clean;
  for (const Document& document : data.clean.documents) clean.push_back(document.indexed_text);
  std::vector<std::string_view> poisons;
  for (const Poison& poison : data.poisons) poisons.push_back(poison.document.indexed_text);
  AttackVectors vectors;
  RAGSIEVE_TRY(vectors.clean, encoder.encode(clean, TextKind::kPassage, run));
  RAGSIEVE_TRY(vectors.poisons, encoder.encode(poisons, TextKind::kPassage, run));
  return vectors;
}

Snapshot snapshot_of(const AttackData& data, const AttackVectors& vectors,
                     const std::string& family) {
  Snapshot snapshot;
  snapshot.n_clean = data.clean.documents.size();
  snapshot.vectors = vectors.clean;
  for (const Document& document : data.clean.documents) snapshot.documents.push_back(&document);
  for (std::size_t i = 0; i < data.poisons.size(); ++i) {
    if (data.poisons[i].attack != family) continue;
    snapshot.documents.push_back(&data.poisons[i].document);
    const std::span<const float> row = vectors.poisons.row(i);
    snapshot.vectors.values.insert(snapshot.vectors.values.end(), row.begin(), row.end());
  }
  snapshot.vectors.n_rows = snapshot.documents.size();
  return snapshot;
}

Result<Measured> measure_audit(const Snapshot& snapshot, const RunOptions& run) {
  RAGSIEVE_TRY(const Rows rows, rows_of(snapshot.vectors, snapshot.vectors.n_rows, run));
  RAGSIEVE_TRY(const NeighbourGraph graph, build_graph(rows.view, KnnOptions{}, run));
  std::vector<std::string_view> texts;
  for (const Document* document : snapshot.documents) texts.push_back(document->indexed_text);
  RAGSIEVE_TRY(const RsgResult result, rsg(graph, texts, RsgOptions{}, run));
  std::vector<double> positives;
  std::vector<double> negatives;
  for (std::size_t row = 0; row < result.documents.size(); ++row) {
    (row < snapshot.n_clean ? negatives : positives).push_back(result.documents[row].score);
  }
  return summarise(positives, negatives);
}

Result<Measured> measure_filter(const AttackData& data, const Snapshot& snapshot,
                                const std::string& family, std::size_t n_queries,
                                const ModelsInUse& models, const RunOptions& run) {
  const std::vector<std::string> queries = queries_of(data, family, n_queries);
  const std::vector<std::string_view> texts(queries.begin(), queries.end());
  RAGSIEVE_TRY(const Matrix vectors, models.encoder->encode(texts, TextKind::kQuery, run));
  CandidateScores scores(snapshot, models, run);
  std::vector<double> positives;
  std::vector<double> negatives;
  RAGSIEVE_CHECK(scores.add(queries, vectors, snapshot.documents.size(), true, positives));
  RAGSIEVE_CHECK(scores.add(queries, vectors, snapshot.n_clean, false, negatives));
  return summarise(positives, negatives);
}

}  // namespace ragsieve::bench
