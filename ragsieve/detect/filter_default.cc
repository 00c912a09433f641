#include "ragsieve/detect/filter_default.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "ragsieve/detect/option_error.h"

namespace ragsieve {
namespace {

// Of the injection term: bounds of the share of clean candidates above 0, and the tail's scale
// (docs/results/filter_default.md).
constexpr double kLeastShare = 0.002;
constexpr double kMostShare = 0.004;
constexpr double kInjectionScale = 0.1;

constexpr double kLeastP = 1e-300;        // of one term
constexpr double kLeastThreshold = 1e-6;  // of the sum: below it nothing differs

// terms by row, as filter_term_name() orders them
constexpr std::array<std::array<float, kFilterTerms>, 1000> kShipped{{
#include "ragsieve/detect/filter_reference.inc"
}};

}  // namespace

Status FilterDefaultOptions::validate() const {
  if (!(alpha > 0 && alpha <= 0.5)) {
    return option_error("alpha", std::to_string(alpha), "a number above 0, at most 0.5");
  }
  double sum = 0;
  for (const double weight : weights) {
    if (!(weight >= 0)) return option_error("weight", std::to_string(weight), "0 or more");
    sum += weight;
  }
  if (!(sum > 0)) return option_error("weights", "of sum 0", "at least one above 0");
  return ok_status();
}

Result<FilterNull> FilterNull::of(std::span<const FilterTerms> reference,
                                  const FilterDefaultOptions& options) {
  RAGSIEVE_CHECK(options.validate());
  if (reference.size() < TailedNull::kLeast) {
    return option_error("reference", std::to_string(reference.size()) + " candidates",
                        std::to_string(TailedNull::kLeast) + " or more of clean retrievals");
  }
  FilterNull null;
  null.options_ = options;
  null.n_reference_ = reference.size();
  for (std::size_t t = 0; t < kFilterTerms; ++t) {
    if (options.weights[t] == 0) continue;
    std::vector<double> values;
    for (const FilterTerms& terms : reference) values.push_back(terms.values[t]);
    if (t == static_cast<std::size_t>(FilterTerm::kInjection)) {
      const auto above =
          std::count_if(values.begin(), values.end(), [](double v) { return v > 0; });
      null.injection_share_ = std::clamp(
          static_cast<double>(above) / static_cast<double>(values.size()), kLeastShare, kMostShare);
      continue;
    }
    RAGSIEVE_TRY(null.terms_[t], TailedNull::of(std::move(values)));
  }
  std::vector<double> sums;  // threshold_ is still 1: the score is the sum
  for (const FilterTerms& terms : reference) sums.push_back(null.judge(terms).score);
  RAGSIEVE_TRY(null.sums_, TailedNull::of(std::move(sums)));
  null.threshold_ = null.sums_->threshold(options.alpha);
  if (!(null.threshold_ > kLeastThreshold)) {
    return option_error("reference", "candidates that are all alike", "retrievals that differ");
  }
  return null;
}

double FilterNull::p(FilterTerm term, double value) const {
  if (term == FilterTerm::kInjection) {
    return value > 0 ? injection_share_ * std::exp(-value / kInjectionScale) : 1;
  }
  const std::optional<TailedNull>& null = terms_[static_cast<std::size_t>(term)];
  return null ? null->p(value) : 1;
}

FilterVerdict FilterNull::judge(const FilterTerms& terms) const {
  FilterVerdict verdict;
  double sum = 0;
  for (std::size_t t = 0; t < kFilterTerms; ++t) {
    verdict.p_terms[t] = p(static_cast<FilterTerm>(t), terms.values[t]);
    const double part = -std::log(std::max(kLeastP, verdict.p_terms[t])) * options_.weights[t];
    verdict.parts[t] = std::max(0.0, part) / threshold_;
    sum += std::max(0.0, part);
  }
  verdict.score = sum / threshold_;
  if (sums_) verdict.p = sums_->p(sum);
  verdict.flagged = sums_ && sum >= threshold_;
  return verdict;
}

std::vector<FilterTerms> shipped_reference() {
  std::vector<FilterTerms> reference(kShipped.size());
  for (std::size_t i = 0; i < kShipped.size(); ++i) {
    std::copy(kShipped[i].begin(), kShipped[i].end(), reference[i].values.begin());
  }
  return reference;
}

}  // namespace ragsieve
