// Isolation Forest on document embeddings (Liu, Ting and Zhou 2008), with the defaults of
// scikit-learn's IsolationForest: 100 trees of 256 rows, `contamination="auto"`.
//   score = 2^(-mean depth / c(256)), flagged above 0.5
// Rows are scaled to length 1 first where the matrix has inverse norms, so that the peers see the
// same geometry; the forest itself is that of stats/isolation_forest.h. Deviations: another random
// generator than scikit-learn's, so single scores differ as its own do between two seeds.
#pragma once

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/detect/baselines/scored.h"
#include "ragsieve/stats/isolation_forest.h"

namespace ragsieve::baselines {

struct OutlierForestOptions {
  ForestOptions forest{.n_trees = 100, .subsample = 256, .largest_share = 1, .seed = 0};
  double threshold = 0.5;  // flagged above it
};

// A score a row. Errors as IsolationForest::fit().
[[nodiscard]] Result<Scores> outlier_forest(const MatrixView& corpus,
                                            const OutlierForestOptions& options,
                                            const RunOptions& run);

}  // namespace ragsieve::baselines
