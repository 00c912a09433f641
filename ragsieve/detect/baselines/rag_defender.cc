#include "ragsieve/detect/baselines/rag_defender.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ragsieve/detect/baselines/pair_cosines.h"
#include "ragsieve/detect/baselines/ward.h"
#include "ragsieve/detect/option_error.h"
#include "ragsieve/text/function_words.h"
#include "ragsieve/text/words.h"

namespace ragsieve::baselines {
namespace {

using Counts = std::map<std::string, double>;  // of a text's terms

std::vector<Counts> term_counts(std::span<const std::string_view> texts) {
  std::vector<Counts> all(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::string& word : words(texts[i])) {
      if (word.size() < 2 || is_function_word(word, Language::kEnglish)) continue;
      ++all[i][std::move(word)];
    }
  }
  return all;
}

// Sum over the texts of each term's TF-IDF: count * (ln((1 + n) / (1 + df)) + 1), texts at
// length 1.
Counts summed_weights(const std::vector<Counts>& texts) {
  std::map<std::string, double> holders;
  for (const Counts& text : texts) {
    for (const auto& [term, count] : text) ++holders[term];
  }
  const auto n = static_cast<double>(texts.size());
  Counts sums;
  for (const Counts& text : texts) {
    Counts weights;
    double squares = 0;
    for (const auto& [term, count] : text) {
      const double weight = count * (std::log((1 + n) / (1 + holders[term])) + 1);
      weights[term] = weight;
      squares += weight * weight;
    }
    for (const auto& [term, weight] : weights) sums[term] += weight / std::sqrt(squares);
  }
  return sums;
}

std::vector<std::string> top_terms(const Counts& weights, std::size_t n_terms) {
  std::vector<std::pair<double, std::string>> ranked;
  for (const auto& [term, weight] : weights) ranked.emplace_back(-weight, term);
  std::ranges::sort(ranked);
  if (ranked.size() > n_terms) ranked.resize(n_terms);
  std::vector<std::string> terms;
  for (auto& [weight, term] : ranked) terms.push_back(std::move(term));
  return terms;
}

double median_of(std::vector<double> values) {  // of an even number the lower middle
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

std::size_t by_clustering(std::span<const std::string_view> texts, const MatrixView& vectors,
                          std::size_t n_terms) {
  const std::vector<int> cluster = ward_two_clusters(vectors);
  const auto second = static_cast<std::size_t>(std::ranges::count(cluster, 1));
  const std::size_t n_min = std::min(second, texts.size() - second);
  return term_votes(texts, n_terms) <= texts.size() / 2 ? n_min : texts.size() - n_min;
}

std::size_t by_concentration(const PairCosines& cosines) {
  const std::size_t n = cosines.size();
  std::vector<double> means;
  std::vector<double> medians;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> row;
    for (std::size_t j = 0; j < n; ++j) row.push_back(cosines.at(i, j));
    means.push_back(std::accumulate(row.begin(), row.end(), 0.0) / static_cast<double>(n));
    medians.push_back(median_of(std::move(row)));
  }
  const double mean = std::accumulate(means.begin(), means.end(), 0.0) / static_cast<double>(n);
  const double median = median_of(medians);
  std::size_t count = 0;
  for (std::size_t i = 0; i < n; ++i) count += means[i] > mean && medians[i] > median ? 1 : 0;
  return count;
}

struct Pair {
  double cosine = 0;
  std::size_t i = 0;
  std::size_t j = 0;
};

std::vector<double> frequency_scores(const PairCosines& cosines, std::size_t n_adversarial) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < cosines.size(); ++i) {
    for (std::size_t j = i + 1; j < cosines.size(); ++j) pairs.push_back({cosines.at(i, j), i, j});
  }
  std::ranges::sort(pairs, {},
                    [](const Pair& pair) { return std::tuple(-pair.cosine, pair.i, pair.j); });
  const std::size_t n = n_adversarial;
  const std::size_t count = n < 2 ? 1 : n * (n - 1) / 2;
  pairs.resize(std::min(count, pairs.size()));
  std::vector<double> scores(cosines.size(), 0);
  for (const Pair& pair : pairs) {
    const double weight = std::copysign(pair.cosine * pair.cosine, pair.cosine);
    scores[pair.i] += weight;
    scores[pair.j] += weight;
  }
  return scores;
}

}  // namespace

std::size_t term_votes(std::span<const std::string_view> texts, std::size_t n_terms) {
  const std::vector<Counts> counts = term_counts(texts);
  const std::vector<std::string> terms = top_terms(summed_weights(counts), n_terms);
  return static_cast<std::size_t>(std::ranges::count_if(counts, [&](const Counts& text) {
    const auto held =
        std::ranges::count_if(terms, [&](const std::string& term) { return text.contains(term); });
    return static_cast<std::size_t>(held) > terms.size() / 2;
  }));
}

Result<Scores> rag_defender(std::span<const std::string_view> texts, const MatrixView& vectors,
                            const RagDefenderOptions& options) {
  if (options.n_terms < 1) return option_error("n_terms", "0", "at least 1");
  if (texts.size() != vectors.n_rows) {
    return option_error("texts", std::to_string(texts.size()),
                        std::to_string(vectors.n_rows) + ", one for each vector");
  }
  RAGSIEVE_TRY(const PairCosines cosines, PairCosines::of(vectors));
  Scores scores(texts.size());
  if (texts.size() < 2) return scores;
  const std::size_t n_adversarial = options.multi_hop
                                        ? by_concentration(cosines)
                                        : by_clustering(texts, vectors, options.n_terms);
  const std::vector<double> frequency = frequency_scores(cosines, n_adversarial);
  std::vector<std::size_t> ranked(texts.size());
  std::iota(ranked.begin(), ranked.end(), std::size_t{0});
  std::ranges::sort(ranked, {}, [&](std::size_t i) { return std::pair(-frequency[i], i); });
  for (std::size_t place = 0; place < ranked.size(); ++place) {
    scores[ranked[place]] = Scored{frequency[ranked[place]], place < n_adversarial};
  }
  return scores;
}

}  // namespace ragsieve::baselines
