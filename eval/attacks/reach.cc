#include "eval/attacks/reach.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "eval/run/snapshot_vectors.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"

namespace ragsieve::eval {
namespace {

constexpr std::size_t kRead = 5;  // documents that a reader is given

// The clean corpus and, behind it, the poisons.
Result<SnapshotRows> rows_with(AttackMaterial& material, std::span<const MadePoison> poisons,
                               const RunOptions& run) {
  std::vector<Document> documents(poisons.size());
  std::vector<std::string_view> texts;
  Snapshot snapshot;
  for (std::size_t i = 0; i < poisons.size(); ++i) {
    set_fields(documents[i], poisons[i].draft.title, poisons[i].draft.text);
    texts.push_back(documents[i].indexed_text);
    snapshot.poisons.push_back(i);
  }
  DatasetVectors vectors{material.vectors(), {}};
  RAGSIEVE_TRY(vectors.poisons, material.encoder().encode(texts, TextKind::kPassage, run));
  return SnapshotRows::of(vectors, snapshot, run);
}

}  // namespace

Result<double> share_in_top_five(AttackMaterial& material, std::span<const MadePoison> poisons,
                                 const RunOptions& run) {
  if (poisons.empty()) return 0.0;
  RAGSIEVE_TRY(const SnapshotRows rows, rows_with(material, poisons, run));
  std::map<std::string_view, std::size_t> row_of_query;
  std::vector<std::string_view> queries;
  for (const MadePoison& poison : poisons) {
    if (row_of_query.emplace(poison.draft.query, queries.size()).second) {
      queries.push_back(poison.draft.query);
    }
  }
  RAGSIEVE_TRY(const Matrix asked, material.encoder().encode(queries, TextKind::kQuery, run));
  RAGSIEVE_TRY(const std::vector<double> norms, inverse_norms(asked.view(), run));
  MatrixView view = asked.view();
  view.inverse_norms = norms;
  KnnOptions options;
  options.k = kRead;
  RAGSIEVE_TRY(const NeighbourGraph found, top_k(view, rows.view(), options, run));
  const std::size_t n_clean = material.vectors().n_rows;
  std::size_t n_read = 0;
  for (std::size_t i = 0; i < poisons.size(); ++i) {
    const auto nearest = found.of(row_of_query.at(poisons[i].draft.query));
    n_read +=
        std::ranges::any_of(nearest, [&](const Neighbour& one) { return one.row == n_clean + i; })
            ? 1
            : 0;
  }
  return static_cast<double>(n_read) / static_cast<double>(poisons.size());
}

}  // namespace ragsieve::eval
