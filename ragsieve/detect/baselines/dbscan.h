// DBSCAN (Ester, Kriegel, Sander and Xu 1996) of a few unit vectors by Euclidean distance, as
// scikit-learn counts: a row is a core where at least `least` rows, itself among them, lie within
// `radius`. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <vector>

#include "ragsieve/detect/baselines/pair_cosines.h"

namespace ragsieve::baselines {

struct DbscanOptions {
  double radius = 0.6;    // Euclidean, of vectors of length 1: sqrt(2 - 2 cosine)
  std::size_t least = 4;  // rows
};

// Cluster of each row from 0, in the order of their first cores; -1 for noise. A border row goes to
// the first cluster that reaches it.
[[nodiscard]] std::vector<int> dbscan(const PairCosines& cosines, const DbscanOptions& options);

// Rows within the radius of `row`, itself among them, ascending.
[[nodiscard]] std::vector<std::size_t> rows_within(const PairCosines& cosines, std::size_t row,
                                                   double radius);

}  // namespace ragsieve::baselines
