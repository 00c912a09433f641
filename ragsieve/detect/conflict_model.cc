#include "ragsieve/detect/conflict_model.h"

#include <array>
#include <cmath>
#include <cstdint>

namespace ragsieve {
namespace {

struct Node {
  std::int16_t feature;  // kLeaf: `value` is added
  std::int16_t right;    // distance to the child for values above the threshold; else the next node
  float value;
};
constexpr std::int16_t kLeaf = -1;

constexpr auto kNodes = std::to_array<Node>({
#include "ragsieve/detect/conflict_trees.inc"
});

constexpr auto kWeights = std::to_array<double>({
#include "ragsieve/detect/conflict_weights.inc"
});
static_assert(kWeights.size() == kConflictFeatureCount + 1);

// Nodes stand tree by tree, each in depth-first order.
constexpr std::size_t tree_end(std::size_t root) {
  std::size_t open = 1;
  std::size_t at = root;
  while (open > 0) open += kNodes[at++].feature == kLeaf ? -1 : 1;
  return at;
}

constexpr bool is_well_formed() {
  std::size_t root = 0;
  while (root < kNodes.size()) {
    const std::size_t end = tree_end(root);
    for (std::size_t at = root; at < end; ++at) {
      const Node& node = kNodes[at];
      if (node.feature == kLeaf) continue;
      if (node.feature < 0 || node.feature >= static_cast<int>(kConflictFeatureCount)) return false;
      if (node.right < 2 || at + static_cast<std::size_t>(node.right) >= end) return false;
    }
    root = end;
  }
  return root == kNodes.size();
}
static_assert(is_well_formed());

constexpr std::size_t count_trees() {
  std::size_t n = 0;
  for (std::size_t root = 0; root < kNodes.size(); root = tree_end(root)) ++n;
  return n;
}

constexpr std::array<std::size_t, count_trees()> tree_roots() {
  std::array<std::size_t, count_trees()> roots{};
  for (std::size_t i = 1; i < roots.size(); ++i) roots[i] = tree_end(roots[i - 1]);
  return roots;
}
constexpr auto kRoots = tree_roots();

}  // namespace

double conflict_model_score(const ConflictFeatures& features) {
  double line = kWeights[0];
  for (std::size_t i = 0; i < features.size(); ++i) line += kWeights[i + 1] * features[i];
  double trees = 0;
  for (const std::size_t root : kRoots) {
    std::size_t at = root;
    while (kNodes[at].feature != kLeaf) {
      const Node& node = kNodes[at];
      const double value = features[static_cast<std::size_t>(node.feature)];
      at += value <= static_cast<double>(node.value) ? 1 : static_cast<std::size_t>(node.right);
    }
    trees += static_cast<double>(kNodes[at].value);
  }
  return 1 / (1 + std::exp(-(line + trees) / 2));
}

}  // namespace ragsieve
