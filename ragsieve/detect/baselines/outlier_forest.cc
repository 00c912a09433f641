#include "ragsieve/detect/baselines/outlier_forest.h"

#include <algorithm>
#include <vector>

#include "ragsieve/base/parallel.h"

namespace ragsieve::baselines {
namespace {

constexpr std::size_t kChunk = 64;

// Unit rows in float32 where norms are known, else the rows as they are.
Matrix scaled_rows(const MatrixView& corpus) {
  Matrix rows{corpus.n_rows, corpus.dim, std::vector<float>(corpus.n_rows * corpus.dim)};
  std::vector<float> buffer(corpus.dim);
  for (std::size_t i = 0; i < corpus.n_rows; ++i) {
    const double scale = corpus.inverse_norms.empty() ? 1 : corpus.inverse_norms[i];
    std::ranges::transform(corpus.row(i, buffer), rows.row(i).begin(), [&](float value) {
      return static_cast<float>(static_cast<double>(value) * scale);
    });
  }
  return rows;
}

}  // namespace

Result<Scores> outlier_forest(const MatrixView& corpus, const OutlierForestOptions& options,
                              const RunOptions& run) {
  const Matrix rows = scaled_rows(corpus);
  RAGSIEVE_TRY(const IsolationForest forest,
               IsolationForest::fit(rows.view(), options.forest, run));
  Scores scores(rows.n_rows);
  RAGSIEVE_CHECK(parallel_for(
      (rows.n_rows + kChunk - 1) / kChunk, "isolation", run, [&](std::size_t chunk, int) -> Status {
        const std::size_t last = std::min((chunk + 1) * kChunk, rows.n_rows);
        for (std::size_t i = chunk * kChunk; i < last; ++i) {
          const double score = forest.score(rows.row(i));
          scores[i] = Scored{score, score > options.threshold};
        }
        return ok_status();
      }));
  return scores;
}

}  // namespace ragsieve::baselines
