#include "ragsieve/detect/conflict.h"

#include <algorithm>

#include "ragsieve/detect/conflict_model.h"

namespace ragsieve {
namespace {

constexpr double kAlarm = 0.56;  // the least with a precision of .9 on held-out tuning pairs
constexpr std::size_t kMostShown = 5;

std::string shown_side(const FactSentence& sentence, std::size_t token) {
  if (token == kNoToken) return "(none)";
  return shown(sentence.analysed().tokens[token], sentence.text());
}

bool share_a_word(const FactSentence& a, const FactSentence& b) {
  return std::any_of(a.words().begin(), a.words().end(),
                     [&](const FactWord& word) { return b.has_word(word.stem); });
}

}  // namespace

FactComparison compare_facts(const FactSentence& candidate, const FactSentence& trusted,
                             const FactNearness& nearness, const WordRarity& rarity) {
  constexpr double kSameSubject = 0.5;
  FactComparison comparison;
  if (candidate.text() == trusted.text()) {
    comparison.agrees = true;
    comparison.subject_overlap = 1;
    return comparison;
  }
  const FactDifferences differences = fact_differences(candidate, trusted, rarity);
  const ConflictFeatures features =
      conflict_features(candidate, trusted, nearness, differences, rarity);
  comparison.subject_overlap =
      (features[conflict_feature("covered")] + features[conflict_feature("covered_back")]) / 2;
  comparison.says_it_revises = candidate.revises();
  if (candidate.asks() || trusted.asks() || !share_a_word(candidate, trusted)) return comparison;
  if (differences.list.empty()) {
    comparison.agrees = comparison.subject_overlap >= kSameSubject;
    return comparison;
  }
  comparison.score = conflict_model_score(features);
  comparison.conflict = comparison.score >= kAlarm;
  for (const FactDifference& difference : differences.list) {
    if (comparison.differs.size() == kMostShown) break;
    comparison.differs.push_back(std::string(decisive_kind_name(difference.kind)) + ": " +
                                 shown_side(candidate, difference.candidate) + " / " +
                                 shown_side(trusted, difference.trusted));
  }
  return comparison;
}

}  // namespace ragsieve
