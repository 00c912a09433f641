#include "ragsieve/pipeline/audit.h"

#include <utility>

#include "ragsieve/index/corpus_digest.h"
#include "ragsieve/pipeline/default_audit.h"
#include "ragsieve/pipeline/explain_audit.h"
#include "ragsieve/pipeline/scored_corpus.h"
#include "ragsieve/pipeline/summaries.h"

namespace ragsieve {
namespace {

Summary summary_of(const AuditOptions& options, const ScoredCorpus& scored,
                   const AuditReport& report) {
  Summary summary = start_summary("audit", options.profile);
  std::uint64_t flagged = 0;
  std::uint64_t mixed = 0;
  for (const RsgDocument& document : scored.rsg.documents) {
    flagged += document.flagged ? 1 : 0;
    mixed += document.integrity ? 1 : 0;
  }
  summary.counts = {{"documents", report.documents.size()},
                    {"flagged", flagged},
                    {"mixed_script", mixed},
                    {"unscored", report.errors.size()}};
  summary.thresholds = {{"score", options.rsg.eta_g},
                        {"tau_e", options.rsg.tau_e},
                        {"tau_l", options.rsg.tau_l},
                        {"alpha_g", options.rsg.alpha_g},
                        {"k_g", static_cast<double>(options.rsg.k_g)},
                        {"integrity_rate", scored.rsg.integrity_rate},
                        {"topology_budget", scored.rsg.topology_budget}};
  summary.digests = {{"corpus", to_hex(corpus_digest(scored.loaded.corpus))},
                     {scored.loaded.vectors_from, scored.loaded.vectors_digest}};
  for (const Error& error : report.errors) summary.unscored.push_back(place_of(error));
  return summary;
}

Result<AuditReport> paper_audit(const AuditOptions& options, const ModelsInUse& models,
                                const RunOptions& run) {
  RAGSIEVE_TRY(CorpusVectors loaded,
               load_corpus_vectors(options.corpus, options.embeddings, models.encoder, run));
  RAGSIEVE_TRY(const ScoredCorpus scored, score_corpus(std::move(loaded), options.rsg, run));
  AuditReport report;
  report.errors = scored.loaded.corpus.bad;
  report.documents.reserve(scored.rsg.ranking.size());
  for (const std::size_t row : scored.rsg.ranking) {
    AuditRecord record = rsg_record(scored, row, report.documents.size() + 1);
    record.profile = options.profile;
    explain_audit(scored.loaded.corpus.documents[row], options.rsg, record);
    report.documents.push_back(std::move(record));
  }
  report.summary = summary_of(options, scored, report);
  return report;
}

}  // namespace

Result<AuditReport> audit(const AuditOptions& options, const ModelsInUse& models,
                          const RunOptions& run) {
  RAGSIEVE_CHECK(options.rsg.validate());
  if (options.profile == "default") return default_audit(options, models, run);
  if (options.reference) {
    return make_error(Code::kInvalidArgument,
                      "a reference belongs to the profile default: the profile " + options.profile +
                          " compares a corpus with itself alone",
                      Where{"", 0, "reference"});
  }
  return paper_audit(options, models, run);
}

}  // namespace ragsieve
