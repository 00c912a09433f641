#include "ragsieve/detect/corpus_evidence.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "ragsieve/index/similarity.h"
#include "ragsieve/text/words.h"

namespace ragsieve {
namespace {

// A document beside the candidate: of the corpus, or a companion.
struct Near {
  bool companion = false;
  std::size_t document = 0;
  double cosine = 0;
};

std::vector<Near> nearest(std::span<const Neighbour> neighbours,
                          std::span<const std::size_t> left_out, std::size_t k) {
  std::vector<Near> list;
  for (const Neighbour& neighbour : neighbours) {
    if (list.size() == k) break;
    if (std::ranges::find(left_out, neighbour.row) != left_out.end()) continue;
    list.push_back({false, neighbour.row, neighbour.cosine});
  }
  return list;
}

void add_companions(const EncodedDocuments& candidates, std::size_t candidate,
                    std::span<const std::size_t> companions, std::size_t k,
                    std::vector<Near>& list) {
  const MatrixView& rows = candidates.document_vectors;
  std::vector<float> buffer(rows.dim);
  std::vector<float> other(rows.dim);
  const std::span<const float> own = rows.row(candidate, buffer);
  for (const std::size_t companion : companions) {
    list.push_back({true, companion,
                    cosine(own, rows.inverse_norms[candidate], rows.row(companion, other),
                           rows.inverse_norms[companion])});
  }
  std::sort(list.begin(), list.end(), [](const Near& a, const Near& b) {
    return std::tuple(-a.cosine, a.companion, a.document) <
           std::tuple(-b.cosine, b.companion, b.document);
  });
  if (list.size() > k) list.resize(k);
}

class Density {
 public:
  Density(const EncodedDocuments& corpus, const EncodedDocuments& candidates, std::size_t candidate,
          const RsgOptions& options)
      : corpus_(corpus),
        candidates_(candidates),
        options_(options),
        words_(word_set(candidates.documents[candidate].indexed_text)) {}

  double of(std::span<const Near> list, std::vector<std::size_t>* set) const {
    if (list.empty()) return 0;
    std::vector<RsgNeighbour> pairs;
    for (std::size_t i = 0; i < list.size(); ++i) {
      pairs.push_back(pair_of(list[i], i));
      if (set != nullptr && pairs.back().eligible && list[i].companion) {
        set->push_back(list[i].document);
      }
    }
    return rsg_density(pairs, list.back().cosine, options_.strongest);
  }

 private:
  RsgNeighbour pair_of(const Near& near, std::size_t position) const {
    RsgNeighbour pair;
    pair.neighbour = {static_cast<std::uint32_t>(position), near.cosine};
    if (near.cosine < options_.tau_e) return pair;
    const EncodedDocuments& set = near.companion ? candidates_ : corpus_;
    pair.jaccard = jaccard(words_, word_set(set.documents[near.document].indexed_text));
    pair.eligible = pair.jaccard <= options_.tau_l;
    return pair;
  }
  const EncodedDocuments& corpus_;
  const EncodedDocuments& candidates_;
  const RsgOptions& options_;
  std::vector<std::string> words_;
};

}  // namespace

CorpusEvidence corpus_evidence(const EncodedDocuments& corpus,
                               std::span<const Neighbour> neighbours,
                               std::span<const std::size_t> left_out,
                               const EncodedDocuments& candidates, std::size_t candidate,
                               std::span<const std::size_t> companions,
                               const EvidenceOptions& options) {
  CorpusEvidence evidence;
  const Density density(corpus, candidates, candidate, options.rsg);
  std::vector<Near> list = nearest(neighbours, left_out, options.rsg.k_g);
  evidence.density = density.of(list, nullptr);
  evidence.set_density = evidence.density;
  if (companions.empty()) return evidence;
  add_companions(candidates, candidate, companions, options.rsg.k_g, list);
  evidence.set_density = density.of(list, &evidence.set);
  return evidence;
}

}  // namespace ragsieve
