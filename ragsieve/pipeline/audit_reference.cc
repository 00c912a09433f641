#include "ragsieve/pipeline/audit_reference.h"

#include <algorithm>
#include <utility>

#include "ragsieve/index/corpus_digest.h"
#include "ragsieve/pipeline/scored_corpus.h"
#include "ragsieve/stats/percentile.h"

namespace ragsieve {
namespace {

Status check_count(const CorpusVectors& loaded, const std::string& path) {
  const std::size_t found = loaded.corpus.documents.size();
  if (found >= kLeastReference) return ok_status();
  return make_error(Code::kInvalidArgument,
                    "the reference has " + std::to_string(found) +
                        (found == 1 ? " document" : " documents") + " that could be read, " +
                        std::to_string(kLeastReference) +
                        " or more are expected: name a larger trusted snapshot, or audit without "
                        "--reference",
                    Where{path, 0, "reference"});
}

std::string encoder_text(const std::optional<IndexEncoder>& encoder, std::size_t dim) {
  const std::string width = std::to_string(dim) + " components";
  if (!encoder) return "a file (" + width + ")";
  return "encoder " + encoder->name + " (" + to_hex(encoder->file_digest).substr(0, 12) + ", " +
         encoder->engine + ", " + width + ")";
}

}  // namespace

double median_bits(std::span<const AuditTerms> terms) {
  if (terms.empty()) return 0;
  std::vector<double> bits;
  bits.reserve(terms.size());
  for (const AuditTerms& document : terms) bits.push_back(document.fluency.bits);
  std::sort(bits.begin(), bits.end());
  return percentile(bits, 50);
}

Result<AuditReference> load_audit_reference(const AuditReferenceSource& source,
                                            const RsgOptions& rsg, const AuditTermOptions& terms,
                                            Encoder* encoder, const RunOptions& run) {
  RAGSIEVE_TRY(CorpusVectors loaded,
               load_corpus_vectors(source.corpus, source.embeddings, encoder, run));
  RAGSIEVE_CHECK(check_count(loaded, source.corpus));
  AuditReference reference;
  reference.n_documents = loaded.corpus.documents.size();
  reference.dim = loaded.vectors.dim;
  reference.digest = to_hex(corpus_digest(loaded.corpus));
  reference.vectors_from = loaded.vectors_from;
  reference.vectors_digest = loaded.vectors_digest;
  reference.encoder = loaded.encoder;
  reference.errors = loaded.corpus.bad;
  RAGSIEVE_TRY(const ScoredCorpus scored, score_corpus(std::move(loaded), rsg, run));
  RAGSIEVE_TRY(const std::vector<AuditTerms> values,
               audit_terms(scored.texts, scored.rsg, terms, run));
  RAGSIEVE_TRY(reference.null, AuditNull::of_reference(values));
  reference.median_bits = median_bits(values);
  return reference;
}

Status check_comparable(const AuditReference& reference, const CorpusVectors& corpus,
                        const std::string& path) {
  const bool same_width = reference.dim == corpus.vectors.dim || corpus.vectors.n_rows == 0;
  if (reference.encoder == corpus.encoder && same_width) return ok_status();
  return make_error(Code::kInvalidInput,
                    "its vectors are of " + encoder_text(reference.encoder, reference.dim) +
                        ", those of the corpus of " +
                        encoder_text(corpus.encoder, corpus.vectors.dim) +
                        ": both need vectors of one encoder (files by --embeddings and "
                        "--reference-embeddings)",
                    Where{path, 0, "reference"});
}

}  // namespace ragsieve
