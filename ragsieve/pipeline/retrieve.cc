#include "ragsieve/pipeline/retrieve.h"

#include <algorithm>
#include <string_view>

#include "ragsieve/connect/jsonl/queries.h"
#include "ragsieve/index/corpus_digest.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/pipeline/corpus_vectors.h"

namespace ragsieve {
namespace {

constexpr std::size_t kDeepest = 1024;

Result<Matrix> encode_queries(const Queries& queries, Encoder& encoder, const RunOptions& run) {
  std::vector<std::string_view> texts;
  for (const Query& query : queries.queries) texts.push_back(query.text);
  return encoder.encode(texts, TextKind::kQuery, run);
}

Result<NeighbourGraph> nearest(const Matrix& vectors, const CorpusVectors& loaded,
                               const RetrieveOptions& retrieve, const ModelsInUse& models,
                               const RunOptions& run) {
  if (vectors.dim != loaded.vectors.dim) {
    return make_error(Code::kInvalidInput,
                      "has vectors of " + std::to_string(loaded.vectors.dim) +
                          " components, expected " + std::to_string(vectors.dim) + ", as encoder " +
                          models.encoder->identity().name + " makes them",
                      Where{retrieve.embeddings.value_or(retrieve.corpus), 0, ""});
  }
  MatrixView view = vectors.view();
  RAGSIEVE_TRY(const std::vector<double> norms, inverse_norms(view, run));
  view.inverse_norms = norms;
  KnnOptions options;
  options.k = std::min(retrieve.depth, kDeepest);
  return top_k(view, loaded.vectors, options, run);
}

}  // namespace

Result<Retrieved> retrieve(const RetrieveOptions& options, const ModelsInUse& models,
                           const RunOptions& run) {
  if (models.encoder == nullptr) {
    return make_error(Code::kUnavailable, "retrieval needs an encoder for the queries");
  }
  RAGSIEVE_TRY(const Queries queries, read_queries(options.queries, run));
  RAGSIEVE_TRY(CorpusVectors vectors,
               load_corpus_vectors(options.corpus, options.embeddings, models.encoder, run));
  Retrieved retrieved;
  retrieved.corpus = std::make_unique<const CorpusVectors>(std::move(vectors));
  const CorpusVectors& loaded = *retrieved.corpus;
  RAGSIEVE_TRY(retrieved.query_vectors, encode_queries(queries, *models.encoder, run));
  RAGSIEVE_TRY(const NeighbourGraph found,
               nearest(retrieved.query_vectors, loaded, options, models, run));
  retrieved.digests = {{"corpus", to_hex(corpus_digest(loaded.corpus))},
                       {loaded.vectors_from, loaded.vectors_digest}};
  retrieved.contexts.bad = loaded.corpus.bad;
  retrieved.contexts.bad.insert(retrieved.contexts.bad.end(), queries.bad.begin(),
                                queries.bad.end());
  for (std::size_t i = 0; i < queries.queries.size(); ++i) {
    RetrievedContext context{queries.queries[i], {}, 0};
    for (const Neighbour& neighbour : found.of(i)) {
      context.documents.push_back(loaded.corpus.documents[neighbour.row]);
    }
    retrieved.contexts.contexts.push_back(std::move(context));
  }
  return retrieved;
}

}  // namespace ragsieve
