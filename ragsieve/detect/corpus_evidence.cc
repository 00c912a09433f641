#include "ragsieve/detect/corpus_evidence.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "ragsieve/index/similarity.h"
#include "ragsieve/text/words.h"

namespace ragsieve {
namespace {

enum class Origin { kCorpus, kCompanion, kRecent };

// A document beside the candidate.
struct Near {
  Origin origin = Origin::kCorpus;
  std::size_t document = 0;
  double cosine = 0;
};

std::vector<Near> nearest(const EvidenceQuestion& question, std::size_t k) {
  std::vector<Near> list;
  for (const Neighbour& neighbour : question.neighbours) {
    if (list.size() == k) break;
    const auto& left_out = question.left_out;
    if (std::ranges::find(left_out, neighbour.row) != left_out.end()) continue;
    list.push_back({Origin::kCorpus, neighbour.row, neighbour.cosine});
  }
  return list;
}

// Those that arrived with it and those that were admitted before it, nearest first.
std::vector<Near> set_of(const EvidenceQuestion& question) {
  const MatrixView& rows = question.candidates->document_vectors;
  std::vector<float> buffer(rows.dim);
  std::vector<float> other(rows.dim);
  const std::span<const float> own = rows.row(question.candidate, buffer);
  const double norm = rows.inverse_norms[question.candidate];
  std::vector<Near> list;
  for (const std::size_t companion : question.companions) {
    list.push_back({Origin::kCompanion, companion,
                    cosine(own, norm, rows.row(companion, other), rows.inverse_norms[companion])});
  }
  for (std::size_t i = 0; i < question.recent.size(); ++i) {
    const RecentDocument& recent = question.recent[i];
    if (recent.vector.size() != rows.dim || recent.text == question.text) continue;
    list.push_back({Origin::kRecent, i, cosine(own, norm, recent.vector, 1)});
  }
  std::sort(list.begin(), list.end(), [](const Near& a, const Near& b) {
    return std::tuple(-a.cosine, a.origin, a.document) <
           std::tuple(-b.cosine, b.origin, b.document);
  });
  return list;
}

class Evidence {
 public:
  Evidence(const EvidenceQuestion& question, const RsgOptions& options)
      : question_(question),
        options_(options),
        text_(question.candidates->documents[question.candidate].indexed_text),
        words_(word_set(text_)) {}

  double density(std::span<const Near> list) const {
    if (list.empty()) return 0;
    std::vector<RsgNeighbour> pairs;
    for (std::size_t i = 0; i < list.size(); ++i) {
      RsgNeighbour& pair = pairs.emplace_back();
      pair.neighbour = {static_cast<std::uint32_t>(i), list[i].cosine};
      if (list[i].cosine < options_.tau_e) continue;
      pair.jaccard = overlap(list[i]);
      pair.eligible = pair.jaccard <= options_.tau_l;
    }
    return rsg_density(pairs, list.back().cosine, options_.strongest);
  }

  // The nearest of `list` in other words; with `take` they leave the list.
  std::vector<Near> members(std::vector<Near>& list, bool take) const {
    std::vector<Near> members;
    for (std::size_t i = 0; i < list.size() && members.size() < kMembers;) {
      if (overlap(list[i]) > options_.tau_l) {
        ++i;
        continue;
      }
      members.push_back(list[i]);
      if (take) {
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
    return members;
  }

  static double gain(std::span<const Near> members, std::span<const Near> corpus,
                     CorpusEvidence& evidence) {
    double sum = 0;
    for (std::size_t j = 0; j < std::min(members.size(), corpus.size()); ++j) {
      const double beside = corpus[j].cosine;
      const double rise = (members[j].cosine - beside) / std::max(1e-6, 1 - beside);
      if (rise <= 0) continue;
      sum += std::min(1.0, rise);
      if (members[j].origin == Origin::kCompanion) evidence.set.push_back(members[j].document);
      if (members[j].origin == Origin::kRecent) evidence.recent.push_back(members[j].document);
    }
    return sum / kMembers;
  }

 private:
  static constexpr std::size_t kMembers = 2;

  double overlap(const Near& near) const {
    if (near.origin == Origin::kRecent) {
      return jaccard(word_hashes(text_), question_.recent[near.document].words);
    }
    const EncodedDocuments& set =
        near.origin == Origin::kCompanion ? *question_.candidates : *question_.corpus;
    return jaccard(words_, word_set(set.documents[near.document].indexed_text));
  }

  const EvidenceQuestion& question_;
  const RsgOptions& options_;
  std::string_view text_;
  std::vector<std::string> words_;
};

}  // namespace

CorpusEvidence corpus_evidence(const EvidenceQuestion& question, const EvidenceOptions& options) {
  CorpusEvidence result;
  const Evidence evidence(question, options.rsg);
  std::vector<Near> corpus = nearest(question, options.rsg.k_g);
  result.density = evidence.density(corpus);
  result.in_company =
      question.of_corpus || !question.companions.empty() || !question.recent.empty();
  if (question.of_corpus) {
    const std::vector<Near> members = evidence.members(corpus, true);
    result.set_gain = Evidence::gain(members, corpus, result);
  } else if (result.in_company) {
    std::vector<Near> set = set_of(question);
    result.set_gain = Evidence::gain(evidence.members(set, false), corpus, result);
  }
  return result;
}

}  // namespace ragsieve
