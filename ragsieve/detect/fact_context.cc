#include "ragsieve/detect/fact_context.h"

#include <algorithm>

namespace ragsieve {
namespace {

constexpr std::size_t kWordsAround = 5;
constexpr std::size_t kWordsBehind = 2;
constexpr double kFade = 0.25;  // a word n places away weighs 1 / (1 + kFade n)

// First word at or behind a lexeme.
std::size_t first_word(const std::vector<FactWord>& words, std::size_t lexeme) {
  const auto at =
      std::lower_bound(words.begin(), words.end(), lexeme,
                       [](const FactWord& word, std::size_t value) { return word.lexeme < value; });
  return static_cast<std::size_t>(at - words.begin());
}

bool is_negated(const FactSentence& sentence, std::size_t lexeme) {
  constexpr std::size_t kReach = 6;
  // In German the negation stands behind the verb.
  const Language language = sentence.analysed().language;
  const bool behind = language == Language::kGerman || language == Language::kDutch;
  const std::size_t last = lexeme + (behind ? 4 : 0);
  return std::any_of(sentence.analysed().tokens.begin(), sentence.analysed().tokens.end(),
                     [&](const DecisiveToken& token) {
                       const bool turned = token.turned;
                       return (token.kind == DecisiveKind::kNegation || turned) &&
                              token.lexeme <= last && token.lexeme + kReach >= lexeme;
                     });
}

}  // namespace

FactContext::FactContext(const FactSentence& sentence, const DecisiveToken& token,
                         const WordRarity& rarity) {
  const std::vector<FactWord>& words = sentence.words();
  const std::size_t before = first_word(words, token.lexeme);
  const std::size_t behind = first_word(words, token.lexeme + token.n_lexemes);
  const auto take = [&](std::size_t i, std::size_t distance) {
    const double weight = rarity.of(words[i].stem) / (1 + kFade * static_cast<double>(distance));
    weights_.emplace_back(words[i].stem, weight);
    total_ += weight;
  };
  for (std::size_t n = 0; n < kWordsAround; ++n) {
    if (before > n) take(before - 1 - n, n);
    if (behind + n < words.size()) take(behind + n, n);
    if (n < kWordsBehind && behind + n < words.size()) behind_.push_back(words[behind + n].stem);
  }
  // A rate names its noun inside the token: "600 requests per minute".
  for (std::size_t i = before; i < behind && i < words.size(); ++i) {
    take(i, 0);
    behind_.push_back(words[i].stem);
  }
  std::sort(weights_.begin(), weights_.end());
}

double FactContext::likeness(const FactContext& other) const {
  double shared = 0;
  std::size_t j = 0;
  for (const auto& [stem, weight] : weights_) {
    while (j < other.weights_.size() && other.weights_[j].first < stem) ++j;
    if (j < other.weights_.size() && other.weights_[j].first == stem) {
      shared += std::min(weight, other.weights_[j].second);
    }
  }
  const double smaller = std::min(total_, other.total_);
  return smaller <= 0 ? 0 : std::min(1.0, shared / smaller);
}

bool FactContext::same_noun(const FactContext& other) const {
  return std::any_of(behind_.begin(), behind_.end(), [&](const std::string& stem) {
    return std::find(other.behind_.begin(), other.behind_.end(), stem) != other.behind_.end();
  });
}

bool is_real_name(const FactSentence& sentence, const DecisiveToken& name,
                  const WordRarity& rarity) {
  if (name.code) return true;
  if (name.name.size() < 2) return false;  // an initial
  const std::vector<FactWord>& words = sentence.words();
  bool ordinary = true;
  for (std::size_t i = first_word(words, name.lexeme);
       i < words.size() && words[i].lexeme < name.lexeme + name.n_lexemes; ++i) {
    if (name.opens) return rarity.is_name(words[i].stem);
    ordinary = ordinary && rarity.is_ordinary(words[i].stem);
  }
  return !ordinary;
}

bool says_all_words(const FactSentence& sentence, const std::string& name) {
  std::size_t at = 0;
  while (at < name.size()) {
    const std::size_t end = std::min(name.find(' ', at), name.size());
    if (!sentence.says(name.substr(at, end - at))) return false;
    at = end + 1;
  }
  return true;
}

bool opens_sentence(const FactSentence& sentence, const DecisiveToken& token) {
  return first_word(sentence.words(), token.lexeme) <= 1;
}

std::optional<double> affirmed_likeness(const FactSentence& a, const DecisiveToken& negation,
                                        const FactSentence& b, const WordRarity& rarity) {
  constexpr std::size_t kReach = 4;
  const std::vector<FactWord>& words = a.words();
  std::size_t scope = first_word(words, negation.lexeme + negation.n_lexemes);
  if (scope == words.size() || words[scope].lexeme > negation.lexeme + kReach) {
    if (scope == 0) return std::nullopt;
    --scope;
  }
  for (const FactWord& word : b.words()) {
    if (word.stem != words[scope].stem) continue;
    if (is_negated(b, word.lexeme)) return std::nullopt;
    DecisiveToken place;
    place.lexeme = word.lexeme;
    return FactContext(a, negation, rarity).likeness(FactContext(b, place, rarity));
  }
  return std::nullopt;
}

}  // namespace ragsieve
