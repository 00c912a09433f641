// The default audit's judgement: how rare each term of a document is among documents that nobody
// attacked, and one p-value for the document. The null comes from an earlier trusted snapshot or,
// without one, from the bulk of the snapshot itself, which a few poisons cannot move: ranks inside
// a contaminated corpus cannot be small, tails of a fitted null can. Pure, thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/detect/audit_terms.h"

namespace ragsieve {

// The documents that density's share is taken from without a reference: within this many scales of
// the start of its tail. Their count, of few the more uncertain, is raised by this many standard
// deviations (its root) and one document.
inline constexpr double kNullNear = 0.5;
inline constexpr double kNullDeviations = 1.28;

// P[a clean document's term >= value], term by term. A value of 0 has p = 1.
class AuditNull {
 public:
  // From the snapshot that is audited. fluency: a normal law through its median and its upper
  // quartile. The other terms are 0 for most documents: the share of the snapshot that is above 0,
  // and for density the share with D > 1/2 (two neighbours in other words), times a tail whose
  // scale ships with the profile (measured on clean corpora; of injection and scripts, which do not
  // depend on the corpus, the share is bounded too). Density counts as t = -ln(1 - D), its tail is
  // exp(-((t - ln 2) / scale)^2), the others' exp(-value / scale); its share is no larger than what
  // the documents near the start (kNullNear) imply by that law, so that many poisons that say the
  // same, which stand far out, do not raise the bar for each other. kInvalidArgument without
  // documents.
  [[nodiscard]] static Result<AuditNull> of_bulk(std::span<const AuditTerms> snapshot);

  // From a trusted snapshot, scored by itself: the share of its documents that reach the value;
  // beyond its largest 1 % an exponential of their mean excess (of a term with fewer than 20 such
  // documents, of the scale that ships). kInvalidArgument with fewer than 100 documents.
  [[nodiscard]] static Result<AuditNull> of_reference(std::span<const AuditTerms> reference);

  [[nodiscard]] double p(AuditTerm term, double value) const;

 private:
  enum class Shape { kExponential, kHalfNormal, kNormal };
  struct Tail {
    Shape shape = Shape::kExponential;
    double start = 0;               // where the tail begins; of kNormal the mean
    double share = 1;               // p at the start
    double share_above_zero = 1;    // p just above 0; between 0 and the start log p is linear
    double scale = 1;               // of kNormal the standard deviation
    std::vector<double> ascending;  // of the reference: p up to the start is its ranks
    [[nodiscard]] double p(double value) const;
  };
  std::array<Tail, kAuditTerms> tails_;
};

struct AuditOptionsDefault {
  double alpha = 0.01;  // alarm rate: share of a clean corpus that is flagged at most, (0, 1)
  // Each term's share of the alarms, by AuditTerm; above 0, their sum is 1.
  std::array<double, kAuditTerms> shares{0.60, 0.05, 0.25, 0.05, 0.05};
  [[nodiscard]] Status validate() const;
};

struct AuditVerdict {
  std::array<double, kAuditTerms> p_terms{};  // of the null, not corrected
  double p = 1;                               // of the document
  double score = 0;                           // 1 - p
  bool flagged = false;                       // p <= alpha
  AuditTerm strongest = AuditTerm::kDensity;  // the term that p comes from
};

// m = min over the terms of p_t / share_t, p = 1 - exp(-m): the correction of Sidak for terms of
// unequal shares, exact for independent terms and small shares.
[[nodiscard]] Result<std::vector<AuditVerdict>> audit_verdicts(std::span<const AuditTerms> terms,
                                                               const AuditNull& null,
                                                               const AuditOptionsDefault& options);

// Rows, smallest p first, then larger density, then lower row.
[[nodiscard]] std::vector<std::size_t> audit_ranking(std::span<const AuditVerdict> verdicts,
                                                     std::span<const AuditTerms> terms);

}  // namespace ragsieve
