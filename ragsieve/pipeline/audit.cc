#include "ragsieve/pipeline/audit.h"

#include <string_view>
#include <utility>
#include <vector>

#include "ragsieve/index/corpus_digest.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/pipeline/corpus_vectors.h"
#include "ragsieve/pipeline/explain_audit.h"
#include "ragsieve/pipeline/summaries.h"

namespace ragsieve {
namespace {

AuditRecord record_of(const Corpus& corpus, const RsgResult& result, std::size_t row,
                      std::size_t rank, const AuditOptions& options) {
  const RsgDocument& scored = result.documents[row];
  AuditRecord record;
  record.id = corpus.documents[row].id;
  record.rank = rank;
  record.score = scored.score;
  record.flagged = scored.flagged;
  record.profile = options.profile;
  record.rsg.density = scored.density;
  record.rsg.integrity = scored.integrity;
  record.rsg.p = scored.p;
  record.rsg.kth_similarity = scored.kth_similarity;
  record.rsg.neighbours.reserve(result.k);
  for (std::size_t i = 0; i < result.k; ++i) {
    const RsgNeighbour& found = result.neighbours[row * result.k + i];
    record.rsg.neighbours.push_back({corpus.documents[found.neighbour.row].id,
                                     found.neighbour.cosine, found.jaccard, found.eligible});
  }
  explain_audit(corpus.documents[row], options.rsg, record);
  return record;
}

Summary summary_of(const AuditOptions& options, const CorpusVectors& loaded,
                   const RsgResult& result, const AuditReport& report) {
  Summary summary = start_summary("audit", options.profile);
  std::uint64_t flagged = 0;
  std::uint64_t mixed = 0;
  for (const RsgDocument& document : result.documents) {
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
                        {"integrity_rate", result.integrity_rate},
                        {"topology_budget", result.topology_budget}};
  summary.digests = {{"corpus", to_hex(corpus_digest(loaded.corpus))},
                     {loaded.vectors_from, loaded.vectors_digest}};
  for (const Error& error : report.errors) summary.unscored.push_back(place_of(error));
  return summary;
}

}  // namespace

Result<AuditReport> audit(const AuditOptions& options, const ModelsInUse& models,
                          const RunOptions& run) {
  RAGSIEVE_CHECK(options.rsg.validate());
  RAGSIEVE_TRY(const CorpusVectors loaded,
               load_corpus_vectors(options.corpus, options.embeddings, models.encoder, run));
  KnnOptions knn;
  knn.k = options.rsg.k_g;
  RAGSIEVE_TRY(const NeighbourGraph graph, build_graph(loaded.vectors, knn, run));
  std::vector<std::string_view> texts;
  texts.reserve(loaded.corpus.documents.size());
  for (const Document& document : loaded.corpus.documents) texts.push_back(document.indexed_text);
  RAGSIEVE_TRY(const RsgResult result, rsg(graph, texts, options.rsg, run));

  AuditReport report;
  report.errors = loaded.corpus.bad;
  report.documents.reserve(result.ranking.size());
  for (std::size_t rank = 0; rank < result.ranking.size(); ++rank) {
    report.documents.push_back(
        record_of(loaded.corpus, result, result.ranking[rank], rank + 1, options));
  }
  report.summary = summary_of(options, loaded, result, report);
  return report;
}

}  // namespace ragsieve
