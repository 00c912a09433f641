// The stored form of a forest. Layout, little-endian: magic; seed u64; n_rows u64; dim, subsample,
// n_trees u32; for each tree n_nodes u32, its nodes (left u32, feature u32, threshold as f32 bits),
// its samples u32; checksum u64.
#include <bit>
#include <cmath>

#include "ragsieve/base/limits.h"
#include "ragsieve/stats/isolation_forest.h"
#include "ragsieve/stats/stored_form.h"

namespace ragsieve {
namespace {

constexpr std::string_view kMagic = "ragsieve forest 1\n";
constexpr std::size_t kNodeBytes = 12;

Error corrupt(const std::string& path, const std::string& found) {
  return make_error(Code::kCorrupt,
                    "is no isolation forest: " + found + "; delete it, it is made again",
                    Where{path, 0, ""});
}

// Every node but the root is the child of one node before it, every leaf holds rows, and the leaves
// together hold the sample.
std::string node_fault(std::span<const IsolationNode> nodes, std::size_t dim,
                       std::size_t subsample) {
  std::size_t next_child = 1;  // children are numbered in the order in which growth makes them
  std::vector<std::uint8_t> has_parent(nodes.size(), 0);
  std::vector<std::size_t> depths(nodes.size(), 0);
  std::size_t held = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const IsolationNode& node = nodes[i];
    const std::string name = "node " + std::to_string(i);
    if (i > 0 && has_parent[i] == 0) return name + " has no parent before it";
    if (node.left == 0) {
      if (node.feature == 0 || node.feature > subsample) {
        return name + " is a leaf of " + std::to_string(node.feature) + " rows";
      }
      held += node.feature;
      continue;
    }
    if (node.left <= i || node.left + std::size_t{1} >= nodes.size()) {
      return name + " has its children at " + std::to_string(node.left);
    }
    if (has_parent[node.left] != 0 || has_parent[node.left + 1] != 0) {
      return name + " shares a child with another node";
    }
    if (node.feature >= dim) return name + " cuts feature " + std::to_string(node.feature);
    if (!std::isfinite(node.threshold)) return name + " has a threshold that is not finite";
    if (depths[i] >= depth_limit(subsample)) return name + " lies too deep";
    has_parent[node.left] = has_parent[node.left + 1] = 1;
    depths[node.left] = depths[node.left + 1] = depths[i] + 1;
    next_child += 2;
  }
  if (next_child != nodes.size()) return "nodes without a parent";
  if (held == subsample) return "";
  return "leaves of " + std::to_string(held) + " rows, expected " + std::to_string(subsample);
}

std::string sample_fault(std::span<const std::uint32_t> samples, std::size_t n_rows) {
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples[i] >= n_rows || (i > 0 && samples[i] <= samples[i - 1])) {
      return "sample " + std::to_string(i) + " is row " + std::to_string(samples[i]) +
             ", expected ascending rows below " + std::to_string(n_rows);
    }
  }
  return "";
}

}  // namespace

std::string IsolationForest::to_bytes() const {
  StoredWriter out(kMagic);
  out.number(seed_);
  out.number(static_cast<std::uint64_t>(n_rows_));
  out.number(static_cast<std::uint32_t>(dim_));
  out.number(static_cast<std::uint32_t>(subsample_));
  out.number(static_cast<std::uint32_t>(n_trees()));
  for (std::size_t tree = 0; tree < n_trees(); ++tree) {
    out.number(static_cast<std::uint32_t>(starts_[tree + 1] - starts_[tree]));
    for (std::size_t i = starts_[tree]; i < starts_[tree + 1]; ++i) {
      out.number(nodes_[i].left);
      out.number(nodes_[i].feature);
      out.number(std::bit_cast<std::uint32_t>(nodes_[i].threshold));
    }
    for (std::size_t i = 0; i < subsample_; ++i) out.number(samples_[tree * subsample_ + i]);
  }
  return std::move(out).finish();
}

Status IsolationForest::read_tree(StoredReader& in, const std::string& path) {
  const std::size_t n_nodes = in.number<std::uint32_t>();
  const std::string name = "tree " + std::to_string(n_trees()) + ": ";
  if (n_nodes < 1 || n_nodes > 2 * subsample_ - 1 ||
      in.bytes_left() < n_nodes * kNodeBytes + subsample_ * 4) {
    return corrupt(path, name + std::to_string(n_nodes) + " nodes in " +
                             std::to_string(in.bytes_left()) + " bytes");
  }
  for (std::size_t i = 0; i < n_nodes; ++i) {
    IsolationNode node;
    node.left = in.number<std::uint32_t>();
    node.feature = in.number<std::uint32_t>();
    node.threshold = std::bit_cast<float>(in.number<std::uint32_t>());
    nodes_.push_back(node);
  }
  for (std::size_t i = 0; i < subsample_; ++i) samples_.push_back(in.number<std::uint32_t>());
  std::string fault = node_fault(std::span(nodes_).subspan(starts_.back()), dim_, subsample_);
  if (fault.empty()) {
    fault = sample_fault(std::span(samples_).subspan(n_trees() * subsample_), n_rows_);
  }
  if (!fault.empty()) return corrupt(path, name + fault);
  starts_.push_back(nodes_.size());
  return ok_status();
}

Result<IsolationForest> IsolationForest::from_bytes(std::string_view bytes,
                                                    const std::string& path) {
  StoredReader in(bytes, kMagic);
  if (!in.fault().empty()) return corrupt(path, in.fault());
  IsolationForest forest;
  forest.seed_ = in.number<std::uint64_t>();
  forest.n_rows_ = in.number<std::uint64_t>();
  forest.dim_ = in.number<std::uint32_t>();
  forest.subsample_ = in.number<std::uint32_t>();
  ForestOptions shape;
  shape.n_trees = in.number<std::uint32_t>();
  shape.subsample = forest.subsample_;
  if (!in.fault().empty()) return corrupt(path, in.fault());
  if (Status valid = shape.validate(); !valid.ok()) return corrupt(path, valid.error().message);
  if (forest.n_rows_ < forest.subsample_ || forest.dim_ < 1 || forest.dim_ > limits::kDimension) {
    return corrupt(path, std::to_string(forest.n_rows_) + " rows of width " +
                             std::to_string(forest.dim_) + ", trees of " +
                             std::to_string(forest.subsample_));
  }
  for (std::size_t tree = 0; tree < shape.n_trees; ++tree) {
    RAGSIEVE_CHECK(forest.read_tree(in, path));
  }
  if (in.bytes_left() != 0) {
    return corrupt(path, std::to_string(in.bytes_left()) + " bytes behind the last tree");
  }
  forest.fill_corrections();
  return forest;
}

}  // namespace ragsieve
