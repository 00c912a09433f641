#include "ragsieve/stats/isolation_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace ragsieve {
namespace {

constexpr float kConstant = 1e-7F;  // a feature that varies by no more does not vary

// m of n, evenly, ascending (Floyd's algorithm).
std::vector<std::uint32_t> sample_rows(std::size_t n, std::size_t m, Random& random) {
  std::set<std::uint32_t> chosen;
  for (std::size_t last = n - m; last < n; ++last) {
    const auto row = static_cast<std::uint32_t>(random.below(last + 1));
    if (!chosen.insert(row).second) chosen.insert(static_cast<std::uint32_t>(last));
  }
  return {chosen.begin(), chosen.end()};
}

// Uniform in [least, most), as the largest float that parts the rows in the same way.
float cut_between(float least, float most, Random& random) {
  const double width = static_cast<double>(most) - static_cast<double>(least);
  double cut = static_cast<double>(least) + random.uniform() * width;
  if (cut >= static_cast<double>(most)) cut = static_cast<double>(least);
  const auto rounded = static_cast<float>(cut);
  return static_cast<double>(rounded) > cut
             ? std::nextafter(rounded, -std::numeric_limits<float>::infinity())
             : rounded;
}

class Grower {
 public:
  Grower(const MatrixView& rows, std::size_t subsample, Random random)
      : random_(random), dim_(rows.dim), samples_(sample_rows(rows.n_rows, subsample, random_)) {
    values_.reserve(subsample * dim_);
    std::vector<float> buffer(dim_);
    for (const std::uint32_t row : samples_) {
      const std::span<const float> values = rows.row(row, buffer);
      values_.insert(values_.end(), values.begin(), values.end());
    }
    order_.resize(subsample);
    std::iota(order_.begin(), order_.end(), 0U);
    features_.resize(dim_);
    std::iota(features_.begin(), features_.end(), 0U);
    depth_limit_ = depth_limit(subsample);
  }

  std::vector<IsolationNode> grow() {
    std::vector<IsolationNode> nodes(1);
    std::vector<Part> pending = {{0, 0, order_.size(), 0}};
    while (!pending.empty()) {
      const Part part = pending.back();
      pending.pop_back();
      const std::size_t middle = cut(part, nodes[part.node]);
      if (middle == part.first) {
        nodes[part.node] = IsolationNode{0, static_cast<std::uint32_t>(part.last - part.first), 0};
        continue;
      }
      const auto left = static_cast<std::uint32_t>(nodes.size());
      nodes[part.node].left = left;
      nodes.resize(nodes.size() + 2);
      pending.push_back({left + 1, middle, part.last, part.depth + 1});
      pending.push_back({left, part.first, middle, part.depth + 1});
    }
    return nodes;
  }

  [[nodiscard]] const std::vector<std::uint32_t>& samples() const { return samples_; }

 private:
  struct Part {
    std::uint32_t node;
    std::size_t first, last;  // of order_
    std::size_t depth;
  };

  [[nodiscard]] float value(std::uint32_t sample, std::uint32_t feature) const {
    return values_[sample * dim_ + feature];
  }

  // Chooses feature and threshold and parts the rows; the part's first where it is a leaf.
  std::size_t cut(const Part& part, IsolationNode& node) {
    if (part.last - part.first < 2 || part.depth >= depth_limit_) return part.first;
    // Features in random order, each once, until one varies.
    for (std::size_t n_left = dim_; n_left > 0; --n_left) {
      std::swap(features_[random_.below(n_left)], features_[n_left - 1]);
      const std::uint32_t feature = features_[n_left - 1];
      float least = value(order_[part.first], feature);
      float most = least;
      for (std::size_t i = part.first + 1; i < part.last; ++i) {
        least = std::min(least, value(order_[i], feature));
        most = std::max(most, value(order_[i], feature));
      }
      if (most <= least + kConstant) continue;
      node.feature = feature;
      node.threshold = cut_between(least, most, random_);
      const auto begin = order_.begin();
      const auto middle = std::partition(
          begin + static_cast<std::ptrdiff_t>(part.first),
          begin + static_cast<std::ptrdiff_t>(part.last),
          [&](std::uint32_t sample) { return value(sample, feature) <= node.threshold; });
      return static_cast<std::size_t>(middle - begin);
    }
    return part.first;
  }

  Random random_;
  std::size_t dim_;
  std::size_t depth_limit_ = 0;
  std::vector<std::uint32_t> samples_;
  std::vector<float> values_;            // of the samples, row-major
  std::vector<std::uint32_t> order_;     // samples, the rows of a part together
  std::vector<std::uint32_t> features_;  // in the order of the last draws
};

}  // namespace

std::size_t depth_limit(std::size_t subsample) {
  return static_cast<std::size_t>(std::bit_width(std::max<std::size_t>(subsample, 2) - 1));
}

IsolationTree grow_tree(const MatrixView& rows, std::size_t subsample, Random random) {
  Grower grower(rows, subsample, random);
  IsolationTree tree;
  tree.nodes = grower.grow();
  tree.samples = grower.samples();
  return tree;
}

}  // namespace ragsieve
