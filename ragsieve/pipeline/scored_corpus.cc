#include "ragsieve/pipeline/scored_corpus.h"

#include <utility>

#include "ragsieve/index/exact_knn.h"

namespace ragsieve {

Result<ScoredCorpus> score_corpus(CorpusVectors loaded, const RsgOptions& options,
                                  const RunOptions& run) {
  KnnOptions knn;
  knn.k = options.k_g;
  ScoredCorpus scored;
  scored.loaded = std::move(loaded);
  RAGSIEVE_TRY(const NeighbourGraph graph, build_graph(scored.loaded.vectors, knn, run));
  scored.texts.reserve(scored.loaded.corpus.documents.size());
  for (const Document& document : scored.loaded.corpus.documents) {
    scored.texts.push_back(document.indexed_text);
  }
  RAGSIEVE_TRY(scored.rsg, rsg(graph, scored.texts, options, run));
  return scored;
}

AuditRecord rsg_record(const ScoredCorpus& scored, std::size_t row, std::size_t rank) {
  const std::vector<Document>& documents = scored.loaded.corpus.documents;
  const RsgDocument& found = scored.rsg.documents[row];
  AuditRecord record;
  record.id = documents[row].id;
  record.rank = rank;
  record.score = found.score;
  record.flagged = found.flagged;
  record.rsg.density = found.density;
  record.rsg.integrity = found.integrity;
  record.rsg.p = found.p;
  record.rsg.kth_similarity = found.kth_similarity;
  record.rsg.neighbours.reserve(scored.rsg.k);
  for (std::size_t i = 0; i < scored.rsg.k; ++i) {
    const RsgNeighbour& pair = scored.rsg.neighbours[row * scored.rsg.k + i];
    record.rsg.neighbours.push_back(
        {documents[pair.neighbour.row].id, pair.neighbour.cosine, pair.jaccard, pair.eligible});
  }
  return record;
}

}  // namespace ragsieve
