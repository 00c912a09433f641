// Conformal p-values (Vovk et al. 2005; methods.md 3.2): how rare a score is among reference scores
// of the same rule. A clean item exchangeable with the reference has p <= a with probability at
// most a. A value; const functions are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ragsieve {

class ConformalReference {
 public:
  // Scores in any order, none NaN (NaN counts as larger than every score).
  explicit ConformalReference(std::vector<double> scores);

  [[nodiscard]] std::size_t size() const { return ascending_.size(); }

  // #{reference >= score}; all of them for NaN, which is never rare.
  [[nodiscard]] std::size_t at_least(double score) const;

  // (1 + #{reference >= score}) / (n + 1). 1 of an empty reference. Time log n.
  [[nodiscard]] double p(double score) const;

  // The same for an item of the reference, against the others: #{reference >= score} / n, where the
  // item counts itself as the 1. 1 of an empty reference.
  [[nodiscard]] double p_left_out(double score) const;

 private:
  std::vector<double> ascending_;
};

// #{scores[j] >= scores[i]} of each i, itself included. Time n log n.
[[nodiscard]] std::vector<std::uint32_t> descending_ranks(const std::vector<std::int64_t>& scores);

}  // namespace ragsieve
