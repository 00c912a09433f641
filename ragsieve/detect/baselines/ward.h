// Agglomerative clustering of a few rows by Ward's criterion (1963), stopped at two clusters.
// Pure, thread-safe. Time O(n^3).
#pragma once

#include <cstddef>
#include <vector>

#include "ragsieve/base/matrix_view.h"

namespace ragsieve::baselines {

// Cluster 0 or 1 of each row; row 0 is in cluster 0. Each step joins the two clusters whose union
// adds the least variance, of equals the earlier pair. One row or none: all 0.
[[nodiscard]] std::vector<int> ward_two_clusters(const MatrixView& rows);

}  // namespace ragsieve::baselines
