#include "ragsieve/pipeline/leaning.h"

#include <algorithm>
#include <optional>

#include "ragsieve/base/parallel.h"
#include "ragsieve/detect/conflict_partners.h"
#include "ragsieve/index/similarity.h"

namespace ragsieve {
namespace {

// Whether one of the rows `asked` is among the `k` rows of `corpus` that are most similar to a row:
// fewer than k are more similar than the best of them. Of a row that is far away from all of them
// that is seen after a few rows.
bool among_nearest(const MatrixView& rows, std::size_t row, const MatrixView& corpus,
                   std::span<const std::size_t> asked, std::size_t k) {
  std::vector<float> buffer(rows.dim);
  std::vector<float> other_buffer(corpus.dim);
  const std::span<const float> values = rows.row(row, buffer);
  const auto similarity = [&](std::size_t other) {
    return cosine(values, rows.inverse_norms[row], corpus.row(other, other_buffer),
                  corpus.inverse_norms[other]);
  };
  std::optional<Neighbour> best;
  for (const std::size_t other : asked) {
    const Neighbour found{static_cast<std::uint32_t>(other), similarity(other)};
    if (!best || closer(found, *best)) best = found;
  }
  if (!best) return false;
  std::size_t n_closer = 0;
  for (std::size_t other = 0; other < corpus.n_rows && n_closer < k; ++other) {
    if (closer({static_cast<std::uint32_t>(other), similarity(other)}, *best)) ++n_closer;
  }
  return n_closer < k;
}

std::vector<std::size_t> units_of(const TextUnits& units, const std::vector<std::size_t>& rows) {
  std::vector<std::size_t> found;
  for (const std::size_t row : rows) {
    for (std::size_t unit = units.begin[row]; unit < units.begin[row + 1]; ++unit) {
      found.push_back(unit);
    }
  }
  return found;
}

class Leaning {
 public:
  Leaning(const Scoring& scoring, const EncodedDocuments& set, const LeaningQuestion& question)
      : scoring_(scoring),
        corpus_(scoring.trusted->view()),
        set_(set),
        question_(question),
        sentences_(units_of(*corpus_.sentences, question.rows)),
        asked_(corpus_.documents.size(), false),
        probes_(scoring.probes->probes.size(), false),
        leans_(set.documents.size(), 0) {
    for (const std::size_t row : question.rows) asked_[row] = true;
    for (const std::size_t probe : question.probes) probes_[probe] = true;
  }

  Result<std::vector<bool>> run(const RunOptions& run) {
    by_probes();
    RunOptions quiet = run;
    quiet.progress = {};
    RAGSIEVE_CHECK(parallel_for(leans_.size(), "leaning", quiet, [&](std::size_t d, int) {
      if (leans_[d] == 0 && (by_document(d) || by_sentences(d))) leans_[d] = 1;
      return ok_status();
    }));
    return std::vector<bool>(leans_.begin(), leans_.end());
  }

 private:
  bool by_document(std::size_t d) const {
    return among_nearest(set_.document_vectors, d, corpus_.document_vectors, question_.rows,
                         scoring_.options.evidence.rsg.k_g);
  }

  bool by_sentences(std::size_t d) const {
    if (sentences_.empty()) return false;
    const PartnerSearch by_words{&set_, &corpus_, &scoring_.trusted->words(), std::nullopt};
    for (std::size_t s = set_.sentences->begin[d]; s < set_.sentences->begin[d + 1]; ++s) {
      if (among_nearest(set_.sentence_vectors, s, corpus_.sentence_vectors, sentences_,
                        scoring_.options.conflict_neighbours)) {
        return true;
      }
      for (const Neighbour& partner : conflict_partners(by_words, s, {})) {
        if (asked_[corpus_.sentences->documents[partner.row]]) return true;
      }
    }
    return false;
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
      if (leans_[document] != 0) continue;
      const std::span<const float> chunk = set_.chunk_vectors.row(c, buffer);
      if (cosine(chunk, set_.chunk_vectors.inverse_norms[c], probe, 1) >= least) {
        leans_[document] = 1;
      }
    }
  }

  const Scoring& scoring_;
  const EncodedDocuments& corpus_;
  const EncodedDocuments& set_;
  const LeaningQuestion& question_;
  std::vector<std::size_t> sentences_;  // of the documents asked about
  std::vector<bool> asked_;             // by document of the corpus
  std::vector<bool> probes_;            // by probe
  std::vector<char> leans_;             // by document of the set; written by several threads
};

}  // namespace

Result<std::vector<bool>> leaning(const Scoring& scoring, const EncodedDocuments& set,
                                  const LeaningQuestion& question, const RunOptions& run) {
  return Leaning(scoring, set, question).run(run);
}

}  // namespace ragsieve
