// Isolation Forest (Liu, Ting and Zhou 2008) with the choices of scikit-learn: how few random cuts
// part a row from a sample of the others. Grown once from vectors, then a value: scoring is
// thread-safe. The same rows, options and seed give the same forest at any thread count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/stats/isolation_tree.h"

namespace ragsieve {

class StoredReader;

struct ForestOptions {          // the `paper` profile
  std::size_t n_trees = 200;    // 1..10000; time and memory grow with it
  std::size_t subsample = 256;  // rows a tree, 1..65536; at most all of them
  double largest_share = 1;     // (0, 1]: of the rows in one tree; below 1 some are always left out
  std::uint64_t seed = 0;
  [[nodiscard]] Status validate() const;
};

// Rows first..last-1 of the matrix that the forest was grown from.
struct RowRange {
  std::size_t first = 0;
  std::size_t last = 0;
};

struct OutOfBagScore {
  double score = 0;         // over the trees that saw none of the rows; over all where none did not
  std::size_t n_trees = 0;  // how many saw none of the rows
};

// Mean path length of an unsuccessful search in a binary tree of n rows: c(0) = c(1) = 0, c(2) = 1,
// else 2 (ln(n - 1) + gamma) - 2 (n - 1) / n.
[[nodiscard]] double average_path_length(std::size_t n);

class IsolationForest {
 public:
  // Each tree: min(subsample, largest_share n) rows without replacement; nodes cut at a value
  // uniform in [min, max) of a feature chosen evenly among those that vary in the node, until a row
  // is alone, all are equal, or ceil(log2(subsample)) cuts deep. Rows are taken as they are
  // (inverse_norms are not applied). kInvalidArgument: options, no row; kInvalidInput: a value that
  // is not finite or over limits::kVectorMagnitude, by row; kTooLarge: run.memory_bytes;
  // kCancelled.
  [[nodiscard]] static Result<IsolationForest> fit(const MatrixView& rows,
                                                   const ForestOptions& options,
                                                   const RunOptions& run);

  // 2^(-mean depth / c(subsample)), in (0, 1], larger is farther out: scikit-learn's
  // -score_samples(). 0.5 where trees hold one row. NaN for a row of another width or with a value
  // that is not finite.
  [[nodiscard]] double score(std::span<const float> row) const;

  // The same by the trees that sampled none of the rows in `left_out` (a document's own chunks).
  [[nodiscard]] OutOfBagScore score_out_of_bag(std::span<const float> row, RowRange left_out) const;

  [[nodiscard]] std::size_t n_trees() const { return starts_.size() - 1; }
  [[nodiscard]] std::size_t n_rows() const { return n_rows_; }
  [[nodiscard]] std::size_t dim() const { return dim_; }
  [[nodiscard]] std::size_t subsample() const { return subsample_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }

  // Bytes that from_bytes() reads, the same on every machine; some 3 MB for the defaults.
  [[nodiscard]] std::string to_bytes() const;

  // kCorrupt with what was found where the bytes are not a whole forest (magic word, checksum,
  // shape within ForestOptions, every node). `path` is only named in errors.
  [[nodiscard]] static Result<IsolationForest> from_bytes(std::string_view bytes,
                                                          const std::string& path);

 private:
  IsolationForest() = default;
  [[nodiscard]] Status read_tree(StoredReader& in, const std::string& path);
  void fill_corrections();
  [[nodiscard]] double depth(std::size_t tree, std::span<const float> row) const;
  [[nodiscard]] bool sampled(std::size_t tree, RowRange rows) const;
  [[nodiscard]] double from_mean_depth(double mean_depth) const;

  std::size_t n_rows_ = 0;
  std::size_t dim_ = 0;
  std::size_t subsample_ = 0;
  std::uint64_t seed_ = 0;
  std::vector<std::size_t> starts_ = {0};  // of each tree's nodes, and their end
  std::vector<IsolationNode> nodes_;
  std::vector<std::uint32_t> samples_;  // n_trees x subsample, ascending in a tree
  std::vector<double> corrections_;     // c(n), n = 0..subsample
};

}  // namespace ragsieve
