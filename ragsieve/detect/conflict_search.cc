#include "ragsieve/detect/conflict_search.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>

#include "ragsieve/base/utf8.h"
#include "ragsieve/detect/conflict_partners.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/text/sentences.h"

namespace ragsieve {
namespace {

class Search {
 public:
  explicit Search(const ConflictQuestion& question) : question_(question) {
    const Document& document = question.set->documents[question.document];
    subject_ = std::make_shared<const FactSubject>(subject_hint(document), document.indexed_text);
  }

  // The best conflict of one candidate sentence with its neighbours.
  std::optional<FoundConflict> of_sentence(std::size_t unit,
                                           const std::vector<Neighbour>& neighbours) {
    const FactSentence candidate(question_.set->sentence(unit), subject_,
                                 text_before(*question_.set, unit));
    std::optional<FoundConflict> best;
    if (is_title(*question_.set, unit)) return best;
    double agreed = -1;  // cosine of the nearest sentence that says the same
    for (std::size_t i = 0; i < neighbours.size(); ++i) {
      const Neighbour& neighbour = neighbours[i];
      if (is_title(*question_.trusted, neighbour.row)) continue;
      FactComparison comparison =
          compare_facts(candidate, trusted(neighbour.row),
                        nearness_of(*question_.trusted, neighbours, i), *question_.rarity);
      if (comparison.agrees) agreed = std::max(agreed, neighbour.cosine);
      if (comparison.score < (best ? best->comparison.score : kSuspectedConflict)) continue;
      comparison.conflict = comparison.score >= kCountedConflict;
      best = FoundConflict{unit, neighbour.row, neighbour.cosine, std::move(comparison)};
    }
    if (best && (best->cosine <= agreed || is_disputed(best->trusted_sentence, neighbours))) {
      return std::nullopt;
    }
    return best;
  }

 private:
  // Some other document near contradicts the trusted sentence already.
  bool is_disputed(std::size_t row, const std::vector<Neighbour>& neighbours) {
    const std::vector<std::uint32_t>& owners = question_.trusted->sentences->documents;
    return std::any_of(neighbours.begin(), neighbours.end(), [&](const Neighbour& other) {
      if (owners[other.row] == owners[row] || is_title(*question_.trusted, other.row)) return false;
      const double near = similarity(row, other);
      return compare_facts(trusted(row), trusted(other.row), near, *question_.rarity).score >=
             kCountedConflict;
    });
  }

  // Of two trusted sentences; where no vectors are at hand as near as the candidate is to one.
  [[nodiscard]] double similarity(std::size_t a, const Neighbour& other) {
    const std::size_t b = other.row;
    const MatrixView& vectors = question_.trusted->sentence_vectors;
    if (vectors.n_rows == 0 || vectors.inverse_norms.empty()) return other.cosine;
    row_a_.resize(vectors.dim);
    row_b_.resize(vectors.dim);
    return cosine(vectors.row(a, row_a_), vectors.inverse_norms[a], vectors.row(b, row_b_),
                  vectors.inverse_norms[b]);
  }

  const FactSentence& trusted(std::size_t row) {
    const auto known = analysed_.find(row);
    if (known != analysed_.end()) return known->second;
    return analysed_.try_emplace(row, trusted_sentence(*question_.trusted, row)).first->second;
  }

  const ConflictQuestion& question_;
  std::shared_ptr<const FactSubject> subject_;  // of the candidate
  std::unordered_map<std::size_t, FactSentence> analysed_;
  std::vector<float> row_a_;
  std::vector<float> row_b_;
};

}  // namespace

std::vector<FoundConflict> find_conflicts(const ConflictQuestion& question,
                                          std::span<const std::vector<Neighbour>> neighbours) {
  Search search(question);
  std::vector<FoundConflict> found;
  const std::size_t first = question.set->sentences->begin[question.document];
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    if (auto conflict = search.of_sentence(first + i, neighbours[i])) {
      found.push_back(std::move(*conflict));
    }
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    if (a.comparison.score != b.comparison.score) return a.comparison.score > b.comparison.score;
    return a.candidate_sentence < b.candidate_sentence;
  });
  if (found.size() > kMostConflicts) found.resize(kMostConflicts);
  return found;
}

FactNearness nearness_of(const EncodedDocuments& trusted, const std::vector<Neighbour>& neighbours,
                         std::size_t of) {
  const std::vector<std::uint32_t>& owners = trusted.sentences->documents;
  const Neighbour& one = neighbours[of];
  for (const Neighbour& other : neighbours) {  // the nearest first
    if (owners[other.row] != owners[one.row]) return {one.cosine, one.cosine - other.cosine};
  }
  return {one.cosine, 0};
}

FactSentence trusted_sentence(const EncodedDocuments& trusted, std::size_t row) {
  const Document& document = trusted.documents[trusted.sentences->documents[row]];
  auto subject = std::make_shared<const FactSubject>(subject_hint(document), trusted.sentence(row));
  return FactSentence(trusted.sentence(row), std::move(subject), text_before(trusted, row));
}

std::string_view subject_hint(const Document& document) {
  constexpr std::size_t kMostOfText = 400;
  const std::string_view text = document.indexed_text;
  if (document.title_bytes > 0) return text.substr(0, document.title_bytes);
  if (text.starts_with('#')) return text.substr(0, text.find('\n'));
  std::size_t end = std::min(text.size(), kMostOfText);
  while (end > 0 && end < text.size() && !decode_utf8(text, end)) --end;  // a whole code point
  const auto first = sentences(text.substr(0, end));
  return first.empty() ? std::string_view()
                       : text.substr(first[0].start, first[0].end - first[0].start);
}

}  // namespace ragsieve
