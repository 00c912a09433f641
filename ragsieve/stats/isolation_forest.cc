#include "ragsieve/stats/isolation_forest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "ragsieve/base/limits.h"
#include "ragsieve/base/parallel.h"
#include "ragsieve/stats/random.h"

namespace ragsieve {
namespace {

constexpr std::size_t kMostTrees = 10000;
constexpr std::size_t kMostSamples = 65536;

Error forest_error(Code code, const std::string& field, const std::string& message) {
  return make_error(code, field + " is " + message, Where{"", 0, field});
}

Status check_rows(const MatrixView& rows) {
  std::vector<float> buffer(rows.dim);
  for (std::size_t i = 0; i < rows.n_rows; ++i) {
    for (const float value : rows.row(i, buffer)) {
      if (std::abs(static_cast<double>(value)) <= limits::kVectorMagnitude) continue;
      return make_error(Code::kInvalidInput,
                        "row " + std::to_string(i) + " of the vectors holds " +
                            std::to_string(value) +
                            ", expected finite values of magnitude at most 1e18; encode it again");
    }
  }
  return ok_status();
}

}  // namespace

Status ForestOptions::validate() const {
  if (n_trees < 1 || n_trees > kMostTrees) {
    return forest_error(Code::kInvalidArgument, "n_trees",
                        std::to_string(n_trees) + ", expected 1 to " + std::to_string(kMostTrees));
  }
  if (subsample < 1 || subsample > kMostSamples) {
    return forest_error(
        Code::kInvalidArgument, "subsample",
        std::to_string(subsample) + ", expected 1 to " + std::to_string(kMostSamples));
  }
  if (!(largest_share > 0 && largest_share <= 1)) {
    return forest_error(Code::kInvalidArgument, "largest_share",
                        std::to_string(largest_share) + ", expected a share over 0 and up to 1");
  }
  return ok_status();
}

double average_path_length(std::size_t n) {
  if (n <= 1) return 0;
  if (n == 2) return 1;
  const auto rows = static_cast<double>(n);
  return 2 * (std::log(rows - 1) + std::numbers::egamma) - 2 * (rows - 1) / rows;
}

Result<IsolationForest> IsolationForest::fit(const MatrixView& rows, const ForestOptions& options,
                                             const RunOptions& run) {
  RAGSIEVE_CHECK(options.validate());
  if (rows.n_rows < 1 || rows.n_rows > std::numeric_limits<std::uint32_t>::max() || rows.dim < 1 ||
      rows.dim > limits::kDimension) {
    return make_error(Code::kInvalidArgument,
                      "an isolation forest was given " + std::to_string(rows.n_rows) +
                          " rows of width " + std::to_string(rows.dim) +
                          ", expected at least one row and a width of 1 to " +
                          std::to_string(limits::kDimension));
  }
  RAGSIEVE_CHECK(check_rows(rows));
  IsolationForest forest;
  forest.n_rows_ = rows.n_rows;
  forest.dim_ = rows.dim;
  forest.seed_ = options.seed;
  const double share = std::floor(options.largest_share * static_cast<double>(rows.n_rows));
  forest.subsample_ =
      std::min(options.subsample, std::max<std::size_t>(1, static_cast<std::size_t>(share)));
  const std::size_t needed =
      options.n_trees * forest.subsample_ * (2 * sizeof(IsolationNode) + sizeof(std::uint32_t)) +
      static_cast<std::size_t>(std::max(run.threads, 1)) * forest.subsample_ * rows.dim * 4;
  if (run.memory_bytes != 0 && needed > run.memory_bytes) {
    return make_error(Code::kTooLarge, "an isolation forest needs " + std::to_string(needed) +
                                           " bytes, memory_bytes allows " +
                                           std::to_string(run.memory_bytes));
  }
  std::vector<std::vector<IsolationNode>> trees(options.n_trees);
  forest.samples_.resize(options.n_trees * forest.subsample_);
  RAGSIEVE_CHECK(parallel_for(options.n_trees, "forest", run, [&](std::size_t tree, int) -> Status {
    IsolationTree grown = grow_tree(rows, forest.subsample_, Random(options.seed, tree));
    std::ranges::copy(grown.samples, forest.samples_.begin() +
                                         static_cast<std::ptrdiff_t>(tree * forest.subsample_));
    trees[tree] = std::move(grown.nodes);
    return ok_status();
  }));
  for (const std::vector<IsolationNode>& tree : trees) {
    forest.nodes_.insert(forest.nodes_.end(), tree.begin(), tree.end());
    forest.starts_.push_back(forest.nodes_.size());
  }
  forest.fill_corrections();
  return forest;
}

void IsolationForest::fill_corrections() {
  corrections_.resize(subsample_ + 1);
  for (std::size_t n = 0; n <= subsample_; ++n) corrections_[n] = average_path_length(n);
}

double IsolationForest::depth(std::size_t tree, std::span<const float> row) const {
  const IsolationNode* nodes = nodes_.data() + starts_[tree];
  const IsolationNode* node = nodes;
  double depth = 0;
  for (; node->left != 0; depth += 1) {
    node = nodes + node->left + (row[node->feature] <= node->threshold ? 0 : 1);
  }
  return depth + corrections_[node->feature];
}

bool IsolationForest::sampled(std::size_t tree, RowRange rows) const {
  const auto first = samples_.begin() + static_cast<std::ptrdiff_t>(tree * subsample_);
  const auto last = first + static_cast<std::ptrdiff_t>(subsample_);
  const auto found = std::lower_bound(first, last, rows.first);
  return found != last && *found < rows.last;
}

double IsolationForest::from_mean_depth(double mean_depth) const {
  const double expected = corrections_[subsample_];
  return expected > 0 ? std::exp2(-mean_depth / expected) : 0.5;
}

double IsolationForest::score(std::span<const float> row) const {
  return score_out_of_bag(row, RowRange{}).score;
}

OutOfBagScore IsolationForest::score_out_of_bag(std::span<const float> row,
                                                RowRange left_out) const {
  if (row.size() != dim_ || !std::ranges::all_of(row, [](float v) { return std::isfinite(v); })) {
    return OutOfBagScore{std::numeric_limits<double>::quiet_NaN(), 0};
  }
  double all = 0;
  double unseen = 0;
  OutOfBagScore result;
  for (std::size_t tree = 0; tree < n_trees(); ++tree) {
    const bool seen = sampled(tree, left_out);
    if (seen && result.n_trees > 0) continue;
    const double depth_here = depth(tree, row);
    all += depth_here;
    if (seen) continue;
    unseen += depth_here;
    ++result.n_trees;
  }
  result.score = from_mean_depth(result.n_trees > 0 ? unseen / static_cast<double>(result.n_trees)
                                                    : all / static_cast<double>(n_trees()));
  return result;
}

}  // namespace ragsieve
