// The default filter's judgement: how rare each term of a candidate is among the candidates of
// clean retrievals, one score of them, and whether it is flagged. Immutable once made, thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/detect/filter_terms.h"
#include "ragsieve/stats/tailed_null.h"

namespace ragsieve {

struct FilterDefaultOptions {
  double alpha = 0.01;  // share of clean candidates that is flagged, (0, 0.5]
  // By FilterTerm; 0 leaves a term out. Sum above 0.
  std::array<double, kFilterTerms> weights{2, 1, 1, 1, 1, 1, 2, 1, 2};
  [[nodiscard]] Status validate() const;
};

struct FilterVerdict {
  std::array<double, kFilterTerms> p_terms{};  // of the null
  std::array<double, kFilterTerms> parts{};    // of the score; their sum
  double score = 0;                            // flagged from 1 on
  double p = 1;                                // of the score among clean candidates
  bool flagged = false;
};

class FilterNull {
 public:
  // From the candidates of clean retrievals, all their queries together; terms of weight 0 are not
  // looked at. Injection, which few clean texts have at all, is the share of the reference above 0,
  // bounded, times exp(-B / scale) of a scale that ships with the profile. kInvalidArgument with
  // fewer than TailedNull::kLeast candidates, or options.
  [[nodiscard]] static Result<FilterNull> of(std::span<const FilterTerms> reference,
                                             const FilterDefaultOptions& options);

  // score = sum_t w_t * -ln p_t / s, where s is the sum that a share alpha of the reference
  // reaches: Fisher's combination (1932) with weights, calibrated as a whole because the terms of a
  // candidate depend on each other.
  [[nodiscard]] FilterVerdict judge(const FilterTerms& terms) const;

  [[nodiscard]] std::size_t n_reference() const { return n_reference_; }

 private:
  FilterNull() = default;
  [[nodiscard]] double p(FilterTerm term, double value) const;
  FilterDefaultOptions options_;
  std::array<std::optional<TailedNull>, kFilterTerms> terms_;
  std::optional<TailedNull> sums_;
  double injection_share_ = 0;
  double threshold_ = 1;
  std::size_t n_reference_ = 0;
};

// Candidates of clean retrievals that ship with the profile, for contexts without a corpus.
[[nodiscard]] std::vector<FilterTerms> shipped_reference();

}  // namespace ragsieve
