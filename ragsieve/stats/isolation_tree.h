// One tree of an isolation forest: random cuts of a random sample of the rows. Inside `stats`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/stats/random.h"

namespace ragsieve {

struct IsolationNode {
  std::uint32_t left = 0;     // of its tree; the right child follows it; 0: a leaf
  std::uint32_t feature = 0;  // of a leaf: how many rows it holds
  float threshold = 0;        // rows at or below it go left
};

struct IsolationTree {
  std::vector<IsolationNode> nodes;    // the root first, a parent before its children
  std::vector<std::uint32_t> samples;  // rows it was grown from, ascending
};

// The number of cuts at which growth ends: ceil(log2(subsample)), at least 1.
[[nodiscard]] std::size_t depth_limit(std::size_t subsample);

// Samples `subsample` rows without replacement (1..n_rows) and cuts at a value uniform in
// [min, max) of a feature that is chosen evenly among those that vary by more than 1e-7 in the
// node, until a row is alone, all are equal or the depth limit is reached. Rows are finite.
[[nodiscard]] IsolationTree grow_tree(const MatrixView& rows, std::size_t subsample, Random random);

}  // namespace ragsieve
