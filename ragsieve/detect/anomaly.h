// Embedding anomaly (methods.md 3.1 A): how far a document's chunks lie from the trusted corpus's,
// by an isolation forest of the corpus's chunk embeddings. Fitted once a corpus, then a value;
// const functions are thread-safe. Known limit: a text inside a cluster passes.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/stats/isolation_forest.h"

namespace ragsieve {

// The forest of the default profile: at most half of the chunks in a tree, so that even in a small
// corpus every chunk has trees that did not see it. From 512 chunks on the same as the `paper`
// profile's, which is ForestOptions{}.
[[nodiscard]] ForestOptions calibrated_forest(std::uint64_t seed);

struct AnomalyScore {
  double raw = 0;            // largest of the chunks, 2^(-E(h)/c(n)); what a calibration ranks
  double score = 0;          // A, [0, 1]
  double percentile = 0;     // of raw among the corpus's chunks, 0..100
  std::size_t row = 0;       // of the chunk that is farthest out
  std::size_t unscored = 0;  // chunks whose vector is not finite or of another width: where there
                             // are any, the signal failed
};

class AnomalyModel {
 public:
  // `chunks` are the corpus's embeddings, those of document i the rows begin[i]..begin[i + 1] - 1
  // (ascending from 0 to n_rows). kInvalidArgument where that does not hold; else as
  // IsolationForest::fit. Stages of progress: "forest", "anomaly".
  [[nodiscard]] static Result<AnomalyModel> fit(const MatrixView& chunks,
                                                std::span<const std::size_t> begin,
                                                const ForestOptions& options,
                                                const RunOptions& run);

  // Of rows first..last-1 of `chunks`, made by the corpus's encoder. All zero without a chunk.
  [[nodiscard]] AnomalyScore score(const MatrixView& chunks, RowRange rows) const;

  // The same for a document of the corpus that the model was fitted on, by trees that saw none of
  // its chunks; where fewer than 20 did not, by those that did not see the chunk itself; where
  // those are too few as well, by all trees.
  [[nodiscard]] AnomalyScore score_left_out(RowRange rows) const;

  // Chunks for which all trees had to speak: their scores are lower than a new document's.
  [[nodiscard]] std::size_t n_seen() const { return n_seen_; }

  // A = clamp((raw - p50) / (p99 - p50), 0, 1) with the percentiles of the corpus's chunks; where
  // the two are equal 1 above p50, else 0.
  [[nodiscard]] double scaled(double raw) const;

  [[nodiscard]] const IsolationForest& forest() const { return forest_; }

  // Bytes that from_bytes() reads, the same on every machine.
  [[nodiscard]] std::string to_bytes() const;

  // kCorrupt with what was found. `path` is only named in errors.
  [[nodiscard]] static Result<AnomalyModel> from_bytes(std::string_view bytes,
                                                       const std::string& path);

 private:
  explicit AnomalyModel(IsolationForest forest) : forest_(std::move(forest)) {}
  [[nodiscard]] OutOfBagScore left_out(std::span<const float> row, std::size_t i,
                                       RowRange document) const;
  void finish(AnomalyScore& score) const;

  IsolationForest forest_;
  std::vector<double> ascending_;  // raw values of the corpus's chunks
  std::vector<double> left_out_;   // by chunk, out of bag
  std::size_t n_seen_ = 0;
};

}  // namespace ragsieve
