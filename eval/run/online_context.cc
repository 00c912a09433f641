#include "eval/run/online_context.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"

namespace ragsieve::eval {
namespace {

// Documents of a snapshot by row.
class Documents {
 public:
  Documents(const Dataset& dataset, const Snapshot& snapshot)
      : dataset_(dataset), snapshot_(snapshot) {}
  [[nodiscard]] bool poison(std::size_t row) const { return row >= n_clean(); }
  [[nodiscard]] const Document& at(std::size_t row) const {
    return poison(row) ? dataset_.poisons[snapshot_.poisons[row - n_clean()]].document
                       : dataset_.clean.documents[row];
  }

 private:
  [[nodiscard]] std::size_t n_clean() const { return dataset_.clean.documents.size(); }
  const Dataset& dataset_;
  const Snapshot& snapshot_;
};

OnlineContext context_of(const std::string& query, std::span<const float> query_vector,
                         std::span<const Neighbour> found, const Documents& documents,
                         const Matrix& rows) {
  OnlineContext context;
  context.retrieved.query.text = query;
  context.query_vector.assign(query_vector.begin(), query_vector.end());
  context.vectors.dim = rows.dim;
  for (const Neighbour& neighbour : found) {
    context.retrieved.documents.push_back(documents.at(neighbour.row));
    if (context.vectors.n_rows == kVectors) continue;
    const std::span<const float> row = rows.row(neighbour.row);
    context.vectors.values.insert(context.vectors.values.end(), row.begin(), row.end());
    ++context.vectors.n_rows;
    context.poison.push_back(documents.poison(neighbour.row));
  }
  return context;
}

}  // namespace

std::vector<std::string> attacked_queries(const Dataset& dataset, const Snapshot& snapshot,
                                          std::size_t n) {
  std::set<std::string> distinct;  // bytes of UTF-8 sort by code point
  for (const std::size_t i : snapshot.poisons) distinct.insert(dataset.poisons[i].query);
  std::vector<std::string> queries(distinct.begin(), distinct.end());
  if (n != 0 && queries.size() > n) queries.resize(n);
  return queries;
}

std::vector<std::string> reference_queries(const Dataset& dataset, const Snapshot& snapshot,
                                           std::size_t n) {
  std::set<std::string_view> attacked;
  const auto add = [&](const Poison& poison) {
    attacked.insert(poison.query_id);
    attacked.insert(poison.query);
  };
  for (const Poison& poison : dataset.poisons) {
    if (dataset.is_own(poison)) add(poison);
  }
  for (const std::size_t i : snapshot.poisons) add(dataset.poisons[i]);
  std::vector<std::string> queries;
  for (const Question& question : dataset.questions) {
    if (queries.size() == n) break;
    if (attacked.contains(question.id) || attacked.contains(question.text)) continue;
    queries.push_back(question.text);
  }
  return queries;
}

Result<std::vector<OnlineContext>> retrieve_contexts(const Dataset& dataset,
                                                     const Snapshot& snapshot,
                                                     const DatasetVectors& vectors,
                                                     const std::vector<std::string>& queries,
                                                     Encoder& encoder, const RunOptions& run) {
  RAGSIEVE_TRY(const SnapshotRows rows, SnapshotRows::of(vectors, snapshot, run));
  if (rows.matrix().n_rows < kInspected) {
    return make_error(Code::kInvalidArgument,
                      dataset.name + " has " + std::to_string(rows.matrix().n_rows) +
                          " documents, at least " + std::to_string(kInspected) + " are retrieved");
  }
  std::vector<OnlineContext> contexts;
  if (queries.empty()) return contexts;
  const std::vector<std::string_view> texts(queries.begin(), queries.end());
  RAGSIEVE_TRY(const Matrix encoded, encoder.encode(texts, TextKind::kQuery, run));
  RAGSIEVE_TRY(const std::vector<double> norms, inverse_norms(encoded.view(), run));
  MatrixView view = encoded.view();
  view.inverse_norms = norms;
  KnnOptions knn;
  knn.k = kDepth;
  RAGSIEVE_TRY(const NeighbourGraph found, top_k(view, rows.view(), knn, run));
  const Documents documents(dataset, snapshot);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    contexts.push_back(
        context_of(queries[i], encoded.row(i), found.of(i), documents, rows.matrix()));
  }
  return contexts;
}

}  // namespace ragsieve::eval
