#include "ragsieve/detect/injection_classifier.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace ragsieve {
namespace {

constexpr double kMillion = 1e6;
constexpr double kAlarmWeight = 0.5;
constexpr double kMostWeight = 0.7;
constexpr double kWeightStep = 0.1;  // for each unit of log odds above the alarm

}  // namespace

InjectionClassifier::InjectionClassifier(InjectionModel model, InjectionConcepts concepts)
    : model_(std::move(model)), concepts_(std::move(concepts)) {}

Result<InjectionClassifier> InjectionClassifier::compile(const InjectionRules& rules) {
  RAGSIEVE_TRY(InjectionModel model, InjectionModel::parse(rules.classifier));
  RAGSIEVE_TRY(InjectionConcepts concepts, InjectionConcepts::compile(rules.concepts));
  return InjectionClassifier(std::move(model), std::move(concepts));
}

ReadSentence InjectionClassifier::read(std::string_view folded) const {
  ReadSentence sentence;
  sentence.tokens = gram_tokens(folded);
  sentence.concepts = concepts_.of(folded, languages_.of(sentence.tokens));
  return sentence;
}

double InjectionClassifier::score(const ReadSentence& sentence, const FiredRules& rules) const {
  if (sentence.concepts == 0 && rules.names.empty()) return model_.score(0, {});
  std::int64_t named = 0;
  for (std::size_t i = 0; i < concepts_.names().size(); ++i) {
    if ((sentence.concepts >> i & 1U) != 0) {
      named += model_.weight("concept." + concepts_.names()[i]);
    }
  }
  const int n_concepts = std::popcount(sentence.concepts);
  for (const int count : {4, 6, 8}) {
    if (n_concepts >= count) named += model_.weight("concepts." + std::to_string(count));
  }
  for (const std::string& name : rules.names) named += model_.weight("rule." + name);
  const auto score = static_cast<std::int64_t>(std::llround(rules.score * kMillion));
  named += model_.weight("rules.score") * score / static_cast<std::int64_t>(kMillion);
  if (rules.score >= kAlarmWeight) named += model_.weight("rules.alarm");
  return model_.score(named, gram_buckets(sentence.tokens));
}

double InjectionClassifier::weight_of(double score) const {
  return std::clamp(kAlarmWeight + kWeightStep * (score - model_.alarm()), kAlarmWeight,
                    kMostWeight);
}

std::vector<std::string> InjectionClassifier::heaviest_words(const ReadSentence& sentence,
                                                             std::size_t most) const {
  std::vector<std::pair<std::int64_t, std::string>> words;
  for (const GramToken& token : sentence.tokens) {
    std::int64_t weight = 0;
    for (const std::uint32_t bucket : token_buckets(token)) weight += model_.gram_weight(bucket);
    const std::string word(token.text);
    const auto same = [&](const auto& other) { return other.second == word; };
    if (weight > 0 && std::ranges::none_of(words, same)) words.emplace_back(-weight, word);
  }
  std::ranges::sort(words);
  if (words.size() > most) words.resize(most);
  std::vector<std::string> heaviest;
  for (auto& [weight, word] : words) heaviest.push_back(std::move(word));
  return heaviest;
}

std::vector<std::string> InjectionClassifier::concept_names(ConceptBits concepts) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < concepts_.names().size(); ++i) {
    if ((concepts >> i & 1U) != 0) names.push_back(concepts_.names()[i]);
  }
  return names;
}

ReadSentence joined(const ReadSentence& first, const ReadSentence& second) {
  ReadSentence both = first;
  both.tokens.insert(both.tokens.end(), second.tokens.begin(), second.tokens.end());
  both.concepts |= second.concepts;
  return both;
}

}  // namespace ragsieve
