#include "ragsieve/detect/audit_default.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "ragsieve/detect/option_error.h"
#include "ragsieve/stats/percentile.h"

namespace ragsieve {
namespace {

constexpr std::size_t kLeastReference = 100;
constexpr std::size_t kLeastTail = 20;  // documents that a scale is estimated from
constexpr double kTailShare = 0.01;
constexpr double kLeastBits = 0.5;  // deviation of fluency: few documents may all be alike

// What ships with the profile, by AuditTerm; docs/results/audit_default.md says what it was
// measured on. `least` and `most` bound the share beyond `start`.
constexpr double kLn2 = 0.693147180559945;
constexpr double kUpperQuartile = 0.674489750196082;  // of the standard normal law

struct Shipped {
  double start = 0;
  double scale = 1;
  double least = 0.002;
  double most = 1;
};
constexpr std::array<Shipped, kAuditTerms> kShipped{{{kLn2, 1.05, 0.002, 1},
                                                     {0, 0.8, 0.002, 1},
                                                     {0, 1, 0.002, 1},
                                                     {0, 0.2, 0.002, 0.004},
                                                     {0, 1, 0.001, 0.0013}}};

std::size_t index_of(AuditTerm term) { return static_cast<std::size_t>(term); }

// The value on the scale on which the term's tail is exponential.
double scaled(AuditTerm term, double value) {
  return term == AuditTerm::kDensity ? -std::log(std::max(1e-9, 1 - value)) : value;
}

std::vector<double> ascending_values(std::span<const AuditTerms> documents, AuditTerm term) {
  std::vector<double> values;
  values.reserve(documents.size());
  for (const AuditTerms& document : documents) values.push_back(scaled(term, document.of(term)));
  std::sort(values.begin(), values.end());
  return values;
}

double share_above(const std::vector<double>& ascending, double start) {
  const auto first = std::upper_bound(ascending.begin(), ascending.end(), start);
  return static_cast<double>(ascending.end() - first) / static_cast<double>(ascending.size());
}

// The share beyond the start of density's tail, from the documents that lie just beyond it: many
// poisons that say the same stand far out, where few clean documents do, and must not raise the
// bar for each other.
double share_from_bulk(const std::vector<double>& ascending, double start, double scale) {
  const auto n = static_cast<double>(ascending.size());
  const double near =
      n * (share_above(ascending, start) - share_above(ascending, start + kNullNear * scale));
  const double bound = near + kNullDeviations * std::sqrt(near) + 1;
  return bound / n / -std::expm1(-kNullNear * kNullNear);
}

Status check_count(std::size_t found, std::size_t least, const std::string& name) {
  if (found >= least) return ok_status();
  return option_error(name, std::to_string(found) + " documents",
                      std::to_string(least) + " or more, or no null can be fitted");
}

}  // namespace

Result<AuditNull> AuditNull::of_bulk(std::span<const AuditTerms> snapshot) {
  RAGSIEVE_CHECK(check_count(snapshot.size(), 1, "snapshot"));
  AuditNull null;
  for (const AuditTerm term : kAllAuditTerms) {
    const std::vector<double> values = ascending_values(snapshot, term);
    Tail& tail = null.tails_[index_of(term)];
    if (term == AuditTerm::kFluency) {
      tail.shape = Shape::kNormal;
      tail.start = percentile(values, 50);
      tail.scale = std::max(kLeastBits, (percentile(values, 75) - tail.start) / kUpperQuartile);
      continue;
    }
    const Shipped& shipped = kShipped[index_of(term)];
    tail.start = shipped.start;
    tail.scale = shipped.scale;
    double share = share_above(values, tail.start);
    if (term == AuditTerm::kDensity) {
      tail.shape = Shape::kHalfNormal;
      share = std::min(share, share_from_bulk(values, tail.start, tail.scale));
    }
    tail.share = std::clamp(share, shipped.least, shipped.most);
    tail.share_above_zero = std::max(tail.share, share_above(values, 0));
  }
  return null;
}

Result<AuditNull> AuditNull::of_reference(std::span<const AuditTerms> reference) {
  RAGSIEVE_CHECK(check_count(reference.size(), kLeastReference, "reference"));
  AuditNull null;
  for (const AuditTerm term : kAllAuditTerms) {
    std::vector<double> values = ascending_values(reference, term);
    const std::size_t n = values.size();
    const auto positive = static_cast<std::size_t>(
        values.end() - std::upper_bound(values.begin(), values.end(), 0.0));
    const auto largest = static_cast<std::size_t>(kTailShare * static_cast<double>(n));
    const std::size_t k = std::max<std::size_t>(1, std::min(positive, largest));
    Tail& tail = null.tails_[index_of(term)];
    tail.start = std::max(0.0, values[n - k - 1]);
    tail.share = static_cast<double>(k + 1) / static_cast<double>(n + 1);
    tail.scale = kShipped[index_of(term)].scale;
    if (k >= kLeastTail) {
      const double sum =
          std::accumulate(values.end() - static_cast<std::ptrdiff_t>(k), values.end(), 0.0);
      tail.scale = std::max(1e-6, sum / static_cast<double>(k) - tail.start);
    }
    tail.ascending = std::move(values);
  }
  return null;
}

double AuditNull::Tail::p(double value) const {
  const double beyond = (value - start) / scale;
  if (shape == Shape::kNormal) return 0.5 * std::erfc(beyond / std::sqrt(2.0));
  if (beyond > 0) {
    return share * std::exp(shape == Shape::kHalfNormal ? -beyond * beyond : -beyond);
  }
  if (ascending.empty())
    return share_above_zero * std::pow(share / share_above_zero, value / start);
  const auto first = std::lower_bound(ascending.begin(), ascending.end(), value);
  return static_cast<double>(ascending.end() - first + 1) /
         static_cast<double>(ascending.size() + 1);
}

double AuditNull::p(AuditTerm term, double value) const {
  return value > 0 ? tails_[index_of(term)].p(scaled(term, value)) : 1;
}

Status AuditOptionsDefault::validate() const {
  if (!(alpha > 0 && alpha < 1)) {
    return option_error("alpha", std::to_string(alpha), "a number above 0 and below 1");
  }
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  const bool positive = std::all_of(shares.begin(), shares.end(), [](double s) { return s > 0; });
  if (!positive || std::abs(sum - 1) > 1e-9) {
    return option_error("shares", "of sum " + std::to_string(sum), "numbers above 0 of sum 1");
  }
  return ok_status();
}

Result<std::vector<AuditVerdict>> audit_verdicts(std::span<const AuditTerms> terms,
                                                 const AuditNull& null,
                                                 const AuditOptionsDefault& options) {
  RAGSIEVE_CHECK(options.validate());
  std::vector<AuditVerdict> verdicts(terms.size());
  for (std::size_t row = 0; row < terms.size(); ++row) {
    AuditVerdict& verdict = verdicts[row];
    double least = std::numeric_limits<double>::infinity();
    for (const AuditTerm term : kAllAuditTerms) {
      const std::size_t i = index_of(term);
      verdict.p_terms[i] = null.p(term, terms[row].of(term));
      const double corrected = verdict.p_terms[i] / options.shares[i];
      if (corrected >= least) continue;
      least = corrected;
      verdict.strongest = term;
    }
    verdict.p = -std::expm1(-least);
    verdict.score = std::exp(-least);
    verdict.flagged = verdict.p <= options.alpha;
  }
  return verdicts;
}

std::vector<std::size_t> audit_ranking(std::span<const AuditVerdict> verdicts,
                                       std::span<const AuditTerms> terms) {
  std::vector<std::size_t> rows(verdicts.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    if (verdicts[a].p != verdicts[b].p) return verdicts[a].p < verdicts[b].p;
    const double left = terms[a].of(AuditTerm::kDensity);
    const double right = terms[b].of(AuditTerm::kDensity);
    return left != right ? left > right : a < b;
  });
  return rows;
}

}  // namespace ragsieve
