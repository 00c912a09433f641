#include "ragsieve/pipeline/default_audit.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ragsieve/detect/audit_default.h"
#include "ragsieve/index/corpus_digest.h"
#include "ragsieve/pipeline/audit_reference.h"
#include "ragsieve/pipeline/explain_default_audit.h"
#include "ragsieve/pipeline/scored_corpus.h"
#include "ragsieve/pipeline/summaries.h"

namespace ragsieve {
namespace {

// What the report is made of.
struct Judged {
  ScoredCorpus scored;
  std::vector<AuditTerms> terms;
  std::vector<AuditVerdict> verdicts;
  std::optional<AuditReference> reference;
  AuditReasonOptions reasons;
};

// The rules alone: the classifier costs many times their millisecond a document.
Result<std::unique_ptr<const InjectionScorer>> scorer_of(InjectionRules rules, ValueCache* cache) {
  rules.classifier.clear();
  return InjectionScorer::of(std::move(rules), cache);
}

AuditEvidenceRecord evidence_of(const Judged& judged, std::size_t row, const AuditRecord& record) {
  const AuditTerms& terms = judged.terms[row];
  const AuditVerdict& verdict = judged.verdicts[row];
  AuditEvidenceRecord evidence;
  evidence.p = verdict.p;
  evidence.strongest = audit_term_name(verdict.strongest);
  for (const AuditTerm term : kAllAuditTerms) {
    evidence.terms.push_back({std::string(audit_term_name(term)), terms.of(term),
                              verdict.p_terms[static_cast<std::size_t>(term)]});
  }
  evidence.copies = terms.copies;
  for (const NeighbourRecord& neighbour : record.rsg.neighbours) {
    if (neighbour.cosine < judged.reasons.terms.tau_near) break;  // highest cosine first
    if (neighbour.jaccard > judged.reasons.terms.tau_l)
      evidence.near_copies.push_back(neighbour.id);
  }
  evidence.words = terms.fluency.words;
  return evidence;
}

Result<AuditRecord> record_of(const Judged& judged, std::size_t row, std::size_t rank) {
  AuditRecord record = rsg_record(judged.scored, row, rank);
  const AuditVerdict& verdict = judged.verdicts[row];
  record.profile = "default";
  record.score = verdict.score;
  record.flagged = verdict.flagged;
  record.evidence = evidence_of(judged, row, record);
  RAGSIEVE_CHECK(explain_default_audit(judged.scored.loaded.corpus.documents[row],
                                       judged.terms[row], verdict, judged.reasons, record));
  return record;
}

void add_counts(const Judged& judged, const AuditReport& report, Summary& summary) {
  std::uint64_t flagged = 0;
  std::array<std::uint64_t, kAuditTerms> by_term{};
  for (const AuditVerdict& verdict : judged.verdicts) {
    if (!verdict.flagged) continue;
    ++flagged;
    ++by_term[static_cast<std::size_t>(verdict.strongest)];
  }
  summary.counts = {{"documents", report.documents.size()}, {"flagged", flagged}};
  for (const AuditTerm term : kAllAuditTerms) {
    summary.counts.emplace_back("flagged_by_" + std::string(audit_term_name(term)),
                                by_term[static_cast<std::size_t>(term)]);
  }
  if (judged.reference) {
    summary.counts.emplace_back("reference_documents", judged.reference->n_documents);
  }
  summary.counts.emplace_back("unscored", report.errors.size());
}

void add_thresholds(const AuditOptions& options, const AuditOptionsDefault& judgement,
                    const AuditReasonOptions& reasons, Summary& summary) {
  summary.thresholds = {{"score", 1 - judgement.alpha},
                        {"alpha", judgement.alpha},
                        {"tau_e", options.rsg.tau_e},
                        {"tau_l", options.rsg.tau_l},
                        {"k_g", static_cast<double>(options.rsg.k_g)},
                        {"tau_near", reasons.terms.tau_near},
                        {"window", static_cast<double>(reasons.terms.fluency.window)},
                        {"most_bits", reasons.terms.fluency.most_bits},
                        {"median_bits", reasons.median_bits}};
  for (const AuditTerm term : kAllAuditTerms) {
    summary.thresholds.emplace_back("share_" + std::string(audit_term_name(term)),
                                    judgement.shares[static_cast<std::size_t>(term)]);
  }
}

void add_digests(const Judged& judged, Summary& summary) {
  const CorpusVectors& loaded = judged.scored.loaded;
  summary.digests = {{"corpus", to_hex(corpus_digest(loaded.corpus))},
                     {loaded.vectors_from, loaded.vectors_digest}};
  summary.null_of = judged.reference ? "reference" : "bulk";
  if (!judged.reference) return;
  summary.digests.emplace_back("reference", judged.reference->digest);
  if (judged.reference->encoder) return;
  summary.digests.emplace_back("reference " + judged.reference->vectors_from,
                               judged.reference->vectors_digest);
}

Status judge(const AuditOptionsDefault& judgement, Judged& judged) {
  if (judged.terms.empty()) return ok_status();  // no record could be read
  if (judged.reference) {
    judged.reasons.median_bits = judged.reference->median_bits;
    RAGSIEVE_TRY(judged.verdicts, audit_verdicts(judged.terms, judged.reference->null, judgement));
    return ok_status();
  }
  judged.reasons.median_bits = median_bits(judged.terms);
  RAGSIEVE_TRY(const AuditNull null, AuditNull::of_bulk(judged.terms));
  RAGSIEVE_TRY(judged.verdicts, audit_verdicts(judged.terms, null, judgement));
  return ok_status();
}

}  // namespace

Result<AuditReport> default_audit(const AuditOptions& options, const ModelsInUse& models,
                                  const RunOptions& run) {
  AuditOptionsDefault judgement;
  judgement.alpha = options.alpha;
  RAGSIEVE_CHECK(judgement.validate());
  RAGSIEVE_TRY(const auto injection, scorer_of(options.rules, models.cache));
  Judged judged;
  judged.reasons.alpha = options.alpha;
  judged.reasons.terms.tau_l = options.rsg.tau_l;
  judged.reasons.terms.injection = injection.get();
  if (options.reference) {
    RAGSIEVE_TRY(judged.reference, load_audit_reference(*options.reference, options.rsg,
                                                        judged.reasons.terms, models.encoder, run));
  }
  RAGSIEVE_TRY(CorpusVectors loaded,
               load_corpus_vectors(options.corpus, options.embeddings, models.encoder, run));
  if (judged.reference) {
    RAGSIEVE_CHECK(check_comparable(*judged.reference, loaded, options.reference->corpus));
  }
  RAGSIEVE_TRY(judged.scored, score_corpus(std::move(loaded), options.rsg, run));
  RAGSIEVE_TRY(judged.terms,
               audit_terms(judged.scored.texts, judged.scored.rsg, judged.reasons.terms, run));
  RAGSIEVE_CHECK(judge(judgement, judged));

  AuditReport report;
  if (judged.reference) report.errors = judged.reference->errors;
  const std::vector<Error>& bad = judged.scored.loaded.corpus.bad;
  report.errors.insert(report.errors.end(), bad.begin(), bad.end());
  report.documents.reserve(judged.terms.size());
  for (const std::size_t row : audit_ranking(judged.verdicts, judged.terms)) {
    RAGSIEVE_TRY(report.documents.emplace_back(),
                 record_of(judged, row, report.documents.size() + 1));
  }
  report.summary = start_summary("audit", "default");
  add_counts(judged, report, report.summary);
  add_thresholds(options, judgement, judged.reasons, report.summary);
  add_digests(judged, report.summary);
  for (const Error& error : report.errors) report.summary.unscored.push_back(place_of(error));
  return report;
}

}  // namespace ragsieve
