#include "ragsieve/index/lexical_index.h"

#include <algorithm>
#include <cmath>

namespace ragsieve {
namespace {

constexpr double kSaturation = 1.2;  // k1
constexpr double kLength = 0.75;     // b
constexpr std::size_t kFewUnits = 1000;

double inverse_document_frequency(std::size_t n, std::size_t df) {
  const auto all = static_cast<double>(n);
  const auto with = static_cast<double>(df);
  return std::log(1 + (all - with + 0.5) / (with + 0.5));
}

}  // namespace

void LexicalIndex::add(std::span<const WeightedWord> words) {
  const auto unit = static_cast<std::uint32_t>(lengths_.size());
  double length = 0;
  for (const WeightedWord& word : words) {
    std::vector<Posting>& list = postings_[word.word];
    if (list.empty() || list.back().unit != unit) list.push_back({unit, 0});
    list.back().weight += static_cast<float>(word.weight);
    length += word.weight;
  }
  lengths_.push_back(static_cast<float>(length));
  total_length_ += length;
}

std::vector<LexicalMatch> LexicalIndex::search(std::span<const WeightedWord> query,
                                               std::size_t k) const {
  const std::size_t n = lengths_.size();
  std::unordered_map<std::uint32_t, double> scores;
  const double mean = n == 0 ? 1 : std::max(total_length_ / static_cast<double>(n), 1e-9);
  for (const WeightedWord& word : query) {
    const auto entry = postings_.find(word.word);
    if (entry == postings_.end()) continue;
    const std::vector<Posting>& list = entry->second;
    if (n >= kFewUnits && list.size() * 10 > n) continue;
    const double rarity = inverse_document_frequency(n, list.size());
    for (const Posting& posting : list) {
      const double norm = 1 - kLength + kLength * lengths_[posting.unit] / mean;
      const double weight = posting.weight;
      scores[posting.unit] +=
          word.weight * rarity * weight * (kSaturation + 1) / (weight + kSaturation * norm);
    }
  }
  std::vector<LexicalMatch> matches;
  matches.reserve(scores.size());
  for (const auto& [unit, score] : scores) matches.push_back({unit, score});
  const auto better = [](const LexicalMatch& a, const LexicalMatch& b) {
    return a.score != b.score ? a.score > b.score : a.unit < b.unit;
  };
  const std::size_t kept = std::min(k, matches.size());
  std::partial_sort(matches.begin(), matches.begin() + static_cast<std::ptrdiff_t>(kept),
                    matches.end(), better);
  matches.resize(kept);
  return matches;
}

}  // namespace ragsieve
