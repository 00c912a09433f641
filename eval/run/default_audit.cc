#include "eval/run/default_audit.h"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "ragsieve/config/injection_rules.h"
#include "ragsieve/core/injection_rules.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/detect/audit_default.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/json/value.h"

namespace ragsieve::eval {
namespace {

using baselines::Scores;
using Terms = std::vector<AuditTerms>;
using RowList = std::vector<std::size_t>;

constexpr std::size_t kLeastReference = 100;

// The same terms for a snapshot, for its reference and for a half of it.
Result<Terms> terms_of(const NeighbourGraph& graph, std::span<const std::string_view> texts,
                       const InjectionScorer& injection, const RunOptions& run) {
  const RsgOptions options;
  RAGSIEVE_TRY(const RsgResult result,
               rsg(first_neighbours(graph, options.k_g), texts, options, run));
  AuditTermOptions term_options;
  term_options.injection = &injection;
  return audit_terms(texts, result, term_options, run);
}

// Terms of some rows as a corpus of their own, by their place in `list`.
Result<Terms> terms_of_rows(const OfflineInput& input, const RowList& list,
                            const InjectionScorer& injection, const RunOptions& run) {
  Matrix rows{list.size(), input.rows.dim, {}};
  std::vector<std::string_view> texts;
  std::vector<float> buffer(input.rows.dim);
  rows.values.reserve(list.size() * input.rows.dim);
  for (const std::size_t row : list) {
    const std::span<const float> values = input.rows.row(row, buffer);
    rows.values.insert(rows.values.end(), values.begin(), values.end());
    texts.push_back(input.texts[row]);
  }
  RAGSIEVE_TRY(const std::vector<double> norms, inverse_norms(rows.view(), run));
  MatrixView view = rows.view();
  view.inverse_norms = norms;
  KnnOptions knn;
  knn.k = RsgOptions{}.k_g;
  RAGSIEVE_TRY(const NeighbourGraph graph, build_graph(view, knn, run));
  return terms_of(graph, texts, injection, run);
}

Result<Scores> judged(const Terms& terms, const AuditNull& null) {
  RAGSIEVE_TRY(const std::vector<AuditVerdict> verdicts,
               audit_verdicts(terms, null, AuditOptionsDefault{}));
  Scores scores;
  scores.reserve(verdicts.size());
  for (const AuditVerdict& verdict : verdicts) scores.push_back({verdict.score, verdict.flagged});
  return scores;
}

Result<AuditNull> null_of(const Terms& reference) {
  return reference.size() < kLeastReference ? AuditNull::of_bulk(reference)
                                            : AuditNull::of_reference(reference);
}

Result<Scores> against_itself(const OfflineInput& input, const InjectionScorer& injection,
                              const RunOptions& run) {
  RAGSIEVE_TRY(const Terms terms, terms_of(*input.graph, input.texts, injection, run));
  RAGSIEVE_TRY(const AuditNull null, AuditNull::of_bulk(terms));
  return judged(terms, null);
}

Result<Scores> against_clean(const OfflineInput& input, const InjectionScorer& injection,
                             const RunOptions& run) {
  RowList clean(input.clean_ids.size());
  std::iota(clean.begin(), clean.end(), std::size_t{0});
  RAGSIEVE_TRY(const Terms reference, terms_of_rows(input, clean, injection, run));
  RAGSIEVE_TRY(const AuditNull null, null_of(reference));
  RAGSIEVE_TRY(const Terms terms, terms_of(*input.graph, input.texts, injection, run));
  return judged(terms, null);
}

// Without poisons the clean corpus would be its own reference: each half is audited against the
// other one instead. The digest of the id decides, so neither order nor text does.
Result<Scores> half_against_half(const OfflineInput& input, const InjectionScorer& injection,
                                 const RunOptions& run) {
  std::array<RowList, 2> halves;
  for (std::size_t row = 0; row < input.clean_ids.size(); ++row) {
    halves[sha256(input.clean_ids[row]).bytes[0] & 1U].push_back(row);
  }
  if (halves[0].empty() || halves[1].empty()) return against_itself(input, injection, run);
  std::array<Terms, 2> terms;
  for (std::size_t half = 0; half < 2; ++half) {
    RAGSIEVE_TRY(terms[half], terms_of_rows(input, halves[half], injection, run));
  }
  Scores scores(input.clean_ids.size());
  for (std::size_t half = 0; half < 2; ++half) {
    RAGSIEVE_TRY(const AuditNull null, null_of(terms[1 - half]));
    RAGSIEVE_TRY(const Scores found, judged(terms[half], null));
    for (std::size_t i = 0; i < found.size(); ++i) scores[halves[half][i]] = found[i];
  }
  return scores;
}

// Compiled when the first row asks for it, once for both rows, without a cache: what a row costs is
// measured. One row is measured at a time.
using SharedInjection = std::shared_ptr<std::unique_ptr<const InjectionScorer>>;

Result<Scores> scored(const OfflineInput& input, bool reference, const SharedInjection& shared,
                      const RunOptions& run) {
  if (!*shared) {
    RAGSIEVE_TRY(InjectionRules rules, builtin_injection_rules<InjectionRules>());
    rules.classifier.clear();
    RAGSIEVE_TRY(*shared, InjectionScorer::of(std::move(rules), nullptr));
  }
  const InjectionScorer& injection = **shared;
  if (!reference) return against_itself(input, injection, run);
  const bool has_poisons = input.clean_ids.size() < input.texts.size();
  return has_poisons ? against_clean(input, injection, run)
                     : half_against_half(input, injection, run);
}

OfflineDetector detector_of(std::string name, bool reference, const SharedInjection& shared) {
  const AuditOptionsDefault options;
  const AuditTermOptions terms;
  json::Object config{{"reference", reference ? "clean corpus, of itself the other half" : "none"},
                      {"alpha", options.alpha},
                      {"tau_near", terms.tau_near},
                      {"window", static_cast<std::uint64_t>(terms.fluency.window)},
                      {"weight", terms.fluency.weight},
                      {"most_bits", terms.fluency.most_bits}};
  for (const AuditTerm term : kAllAuditTerms) {
    config.emplace_back("share_" + std::string(audit_term_name(term)),
                        options.shares[static_cast<std::size_t>(term)]);
  }
  if (!reference) {
    config.emplace_back("null_near", kNullNear);
    config.emplace_back("null_deviations", kNullDeviations);
  }
  OfflineDetector detector;
  detector.name = std::move(name);
  detector.seconds_per_document = reference ? 2e-3 : 1e-3;
  detector.config = json::dump(config);
  detector.score = [reference, shared](const OfflineInput& input, const RunOptions& run) {
    return scored(input, reference, shared, run);
  };
  return detector;
}

}  // namespace

std::vector<OfflineDetector> default_audit_detectors() {
  const auto shared = std::make_shared<std::unique_ptr<const InjectionScorer>>();
  return {detector_of("audit_default", false, shared),
          detector_of("audit_default_reference", true, shared)};
}

}  // namespace ragsieve::eval
