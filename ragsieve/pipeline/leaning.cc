#include "ragsieve/pipeline/leaning.h"

#include <algorithm>

#include "ragsieve/detect/conflict_partners.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"

namespace ragsieve {
namespace {

Result<NeighbourGraph> search(const MatrixView& rows, const MatrixView& corpus, std::size_t k,
                              const RunOptions& run) {
  NeighbourGraph none;
  none.n_rows = rows.n_rows;
  if (rows.n_rows == 0 || corpus.n_rows == 0) return none;
  KnnOptions options;
  options.k = std::min(k, corpus.n_rows);
  RunOptions quiet = run;
  quiet.progress = {};
  return top_k(rows, corpus, options, quiet);
}

class Leaning {
 public:
  Leaning(const Scoring& scoring, const EncodedDocuments& set, const LeaningQuestion& question)
      : scoring_(scoring),
        corpus_(scoring.trusted->view()),
        set_(set),
        asked_(corpus_.documents.size(), false),
        probes_(scoring.probes->probes.size(), false),
        leans_(set.documents.size(), false) {
    for (const std::size_t row : question.rows) asked_[row] = true;
    for (const std::size_t probe : question.probes) probes_[probe] = true;
  }

  Result<std::vector<bool>> run(const RunOptions& run) {
    RAGSIEVE_CHECK(by_documents(run));
    RAGSIEVE_CHECK(by_sentences(run));
    by_probes();
    return std::move(leans_);
  }

 private:
  Status by_documents(const RunOptions& run) {
    RAGSIEVE_TRY(const NeighbourGraph nearest,
                 search(set_.document_vectors, corpus_.document_vectors,
                        scoring_.options.evidence.rsg.k_g, run));
    for (std::size_t d = 0; d < leans_.size(); ++d) {
      for (const Neighbour& neighbour : nearest.of(d)) {
        if (asked_[neighbour.row]) leans_[d] = true;
      }
    }
    return ok_status();
  }

  Status by_sentences(const RunOptions& run) {
    RAGSIEVE_TRY(const NeighbourGraph nearest,
                 search(set_.sentence_vectors, corpus_.sentence_vectors,
                        scoring_.options.conflict_neighbours, run));
    const PartnerSearch partners{&set_, &corpus_, &scoring_.trusted->words(), std::nullopt};
    for (std::size_t s = 0; s < set_.sentences->size(); ++s) {
      const std::size_t document = set_.sentences->documents[s];
      if (leans_[document]) continue;
      const std::span<const Neighbour> near = nearest.of(s);
      for (const Neighbour& partner : conflict_partners(partners, s, {near.begin(), near.end()})) {
        if (asked_[corpus_.sentences->documents[partner.row]]) leans_[document] = true;
      }
    }
    return ok_status();
  }

  void by_probes() {
    const std::size_t top_k = scoring_.options.answers.top_k;
    for (std::size_t p = 0; p < scoring_.probes->probes.size(); ++p) {
      const AskedProbe probe = scoring_.probes->at(p);
      const auto retrieved = probe.clean.first(std::min(top_k, probe.clean.size()));
      if (retrieved.empty()) continue;
      const bool retrieves =
          probes_[p] || std::ranges::any_of(retrieved, [&](const Neighbour& neighbour) {
            return asked_[corpus_.chunks->documents[neighbour.row]];
          });
      if (retrieves) by_probe(probe.vector, retrieved.back().cosine);
    }
  }

  // Each candidate with a chunk that is at least as near to the probe as the last one retrieved.
  void by_probe(std::span<const float> probe, double least) {
    std::vector<float> buffer(set_.chunk_vectors.dim);
    for (std::size_t c = 0; c < set_.chunks->size(); ++c) {
      const std::size_t document = set_.chunks->documents[c];
      if (leans_[document]) continue;
      const std::span<const float> chunk = set_.chunk_vectors.row(c, buffer);
      leans_[document] = cosine(chunk, set_.chunk_vectors.inverse_norms[c], probe, 1) >= least;
    }
  }

  const Scoring& scoring_;
  const EncodedDocuments& corpus_;
  const EncodedDocuments& set_;
  std::vector<bool> asked_;   // by document of the corpus
  std::vector<bool> probes_;  // by probe
  std::vector<bool> leans_;   // by document of the set
};

}  // namespace

Result<std::vector<bool>> leaning(const Scoring& scoring, const EncodedDocuments& set,
                                  const LeaningQuestion& question, const RunOptions& run) {
  return Leaning(scoring, set, question).run(run);
}

}  // namespace ragsieve
