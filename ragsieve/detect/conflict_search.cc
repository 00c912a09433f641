#include "ragsieve/detect/conflict_search.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>

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
    const FactSentence candidate(question_.set->sentence(unit), subject_);
    std::optional<FoundConflict> best;
    if (is_title(*question_.set, unit)) return best;
    double agreed = -1;  // cosine of the nearest sentence that says the same
    for (const Neighbour& neighbour : neighbours) {
      if (is_title(*question_.trusted, neighbour.row)) continue;
      FactComparison comparison =
          compare_facts(candidate, trusted(neighbour.row), neighbour.cosine, *question_.rarity);
      if (comparison.agrees) agreed = std::max(agreed, neighbour.cosine);
      if (!comparison.conflict || (best && best->comparison.score >= comparison.score)) continue;
      best = FoundConflict{unit, neighbour.row, neighbour.cosine, std::move(comparison)};
    }
    if (best && best->cosine <= agreed) return std::nullopt;
    return best;
  }

 private:
  static bool is_title(const EncodedDocuments& set, std::size_t unit) {
    const Document& document = set.documents[set.sentences->documents[unit]];
    return set.sentences->ranges[unit].end <= document.title_bytes;
  }

  const FactSentence& trusted(std::size_t row) {
    const auto known = analysed_.find(row);
    if (known != analysed_.end()) return known->second;
    const std::size_t owner = question_.trusted->sentences->documents[row];
    return analysed_
        .try_emplace(row, question_.trusted->sentence(row),
                     subject_hint(question_.trusted->documents[owner]))
        .first->second;
  }

  const ConflictQuestion& question_;
  std::shared_ptr<const FactSubject> subject_;  // of the candidate
  std::unordered_map<std::size_t, FactSentence> analysed_;
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
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return a.comparison.score > b.comparison.score;
  });
  if (found.size() > kMostConflicts) found.resize(kMostConflicts);
  return found;
}

std::string_view subject_hint(const Document& document) {
  constexpr std::size_t kMostOfText = 400;
  const std::string_view text = document.indexed_text;
  if (document.title_bytes > 0) return text.substr(0, document.title_bytes);
  if (text.starts_with('#')) return text.substr(0, text.find('\n'));
  const auto first = sentences(text.substr(0, kMostOfText));
  return first.empty() ? std::string_view()
                       : text.substr(first[0].start, first[0].end - first[0].start);
}

}  // namespace ragsieve
