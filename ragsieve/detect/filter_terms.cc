#include "ragsieve/detect/filter_terms.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "ragsieve/detect/content_words.h"
#include "ragsieve/detect/option_error.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/stats/hypergeometric.h"
#include "ragsieve/stats/simes.h"

namespace ragsieve {
namespace {

constexpr std::size_t kNamedWords = 8;
constexpr std::array<std::string_view, kFilterTerms> kNames{
    "density", "similarity", "question_pairs", "question_words", "focus",
    "anchor",  "fluency",    "rarity",         "injection"};

// One context on its way to terms.
class Contrast {
 public:
  Contrast(const FilterInput& input, const FilterTermOptions& options)
      : input_(input), options_(options), n_(std::min(options.n, input.texts.size())) {
    query_ = word_sets(input.query);
    for (std::size_t i = 0; i < n_; ++i) documents_.push_back(word_sets(input.texts[i]));
    terms_.resize(options.k);
  }

  std::vector<FilterTerms> terms() {
    set_density();
    set_query_terms();
    set_anchor();
    set_language();
    for (std::size_t i = 0; i < input_.injection.size(); ++i) {
      terms_[i].of(FilterTerm::kInjection) = input_.injection[i];
    }
    return std::move(terms_);
  }

 private:
  [[nodiscard]] std::span<const float> row(std::size_t i) const {
    return input_.vectors.row(i, {});
  }

  [[nodiscard]] double similarity(std::size_t i, std::size_t j) const {
    return cosine(row(i), input_.vectors.inverse_norms[i], row(j), input_.vectors.inverse_norms[j]);
  }

  // Mean of the tail's values without its largest.
  [[nodiscard]] double tail_mean(const std::function<double(std::size_t)>& value) const {
    std::vector<double> tail;
    for (std::size_t j = options_.k; j < n_; ++j) tail.push_back(value(j));
    std::sort(tail.begin(), tail.end());
    const double trimmed = std::floor(options_.trim * static_cast<double>(tail.size()));
    tail.resize(tail.size() - static_cast<std::size_t>(trimmed));
    return std::accumulate(tail.begin(), tail.end(), 0.0) / static_cast<double>(tail.size());
  }

  void set_density() {
    for (std::size_t i = 0; i < options_.k; ++i) {
      std::vector<double> company;
      for (std::size_t j = 0; j < options_.k; ++j) {
        if (j == i || overlap(documents_[i].set, documents_[j].set) > options_.tau_l) continue;
        company.push_back(similarity(i, j));
      }
      if (company.empty()) continue;
      std::sort(company.begin(), company.end(), std::greater<>());
      company.resize(std::min<std::size_t>(2, company.size()));
      const double near = std::accumulate(company.begin(), company.end(), 0.0) /
                          static_cast<double>(company.size());
      const double far = tail_mean([&](std::size_t j) { return similarity(i, j); });
      terms_[i].of(FilterTerm::kDensity) = (near - far) * static_cast<double>(company.size()) / 2;
    }
  }

  // value(i) of each candidate over that of the tail.
  void set_excess(FilterTerm term, const std::function<double(std::size_t)>& value) {
    const double tail = tail_mean(value);
    for (std::size_t i = 0; i < options_.k; ++i) terms_[i].of(term) = value(i) - tail;
  }

  [[nodiscard]] bool asks_for(std::uint64_t word) const {
    return std::binary_search(query_.set.begin(), query_.set.end(), word);
  }

  [[nodiscard]] double bits_of(std::uint64_t word) const {
    return input_.language == nullptr ? 1 : input_.language->word_bits(word);
  }

  [[nodiscard]] double share_of_pairs(std::size_t i) const {
    if (query_.pairs.empty()) return 0;
    const auto& pairs = documents_[i].pairs;
    const auto found = std::count_if(
        query_.pairs.begin(), query_.pairs.end(),
        [&](std::uint64_t pair) { return std::binary_search(pairs.begin(), pairs.end(), pair); });
    return static_cast<double>(found) / static_cast<double>(query_.pairs.size());
  }

  [[nodiscard]] double share_of_words(std::size_t i) const {
    double all = 0;
    double found = 0;
    for (const std::uint64_t word : query_.set) {
      const double bits = bits_of(word);
      all += bits;
      const auto& set = documents_[i].set;
      if (std::binary_search(set.begin(), set.end(), word)) found += bits;
    }
    return all > 0 ? found / all : 0;
  }

  [[nodiscard]] double focus(std::size_t i) const {
    const std::vector<NgramWord>& words = documents_[i].words;
    if (words.empty()) return 0;
    const auto asked = std::count_if(words.begin(), words.end(),
                                     [&](const NgramWord& word) { return asks_for(word.hash); });
    return static_cast<double>(asked) / static_cast<double>(words.size());
  }

  void set_query_terms() {
    const double squares = dot(input_.query_vector, input_.query_vector);
    const double norm = squares > 0 ? 1 / std::sqrt(squares) : 0;
    std::vector<double> cosines(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      cosines[i] = cosine(input_.query_vector, norm, row(i), input_.vectors.inverse_norms[i]);
    }
    set_excess(FilterTerm::kSimilarity, [&](std::size_t i) { return cosines[i]; });
    set_excess(FilterTerm::kQuestionPairs, [&](std::size_t i) { return share_of_pairs(i); });
    set_excess(FilterTerm::kQuestionWords, [&](std::size_t i) { return share_of_words(i); });
    set_excess(FilterTerm::kFocus, [&](std::size_t i) { return focus(i); });
  }

  [[nodiscard]] bool query_holds(std::uint64_t content) const {
    return asks_for(content) ||
           std::binary_search(query_.pairs.begin(), query_.pairs.end(), content);
  }

  // Counts and p of the content words that two candidates or more hold, by hash.
  [[nodiscard]] std::map<std::uint64_t, SharedWord> shared_words() const {
    std::map<std::uint64_t, SharedWord> found;
    for (std::size_t i = 0; i < options_.k; ++i) {
      for (const ContentWord& word : documents_[i].contents) {
        if (!query_holds(word.hash)) ++found[word.hash].candidates;
      }
    }
    std::erase_if(found, [](const auto& entry) { return entry.second.candidates < 2; });
    for (auto& [hash, word] : found) word.documents = word.candidates;
    for (std::size_t j = options_.k; j < n_; ++j) {
      for (const ContentWord& word : documents_[j].contents) {
        const auto at = found.find(word.hash);
        if (at != found.end()) ++at->second.documents;
      }
    }
    for (auto& [hash, word] : found) {
      word.p = hypergeometric_tail(n_, word.documents, options_.k, word.candidates);
    }
    return found;
  }

  void set_anchor() {
    const std::map<std::uint64_t, SharedWord> shared = shared_words();
    for (std::size_t i = 0; i < options_.k; ++i) {
      std::vector<double> p_values;
      std::vector<SharedWord>& named = terms_[i].shared;
      for (const ContentWord& content : documents_[i].contents) {
        const auto found = shared.find(content.hash);
        if (found == shared.end()) continue;
        p_values.push_back(found->second.p);
        named.push_back(found->second);
        named.back().text =
            input_.texts[i].substr(content.range.start, content.range.end - content.range.start);
      }
      std::sort(named.begin(), named.end(), [](const SharedWord& a, const SharedWord& b) {
        return a.p != b.p ? a.p < b.p : a.text < b.text;
      });
      named.resize(std::min(kNamedWords, named.size()));
      terms_[i].of(FilterTerm::kAnchor) = std::max(0.0, -std::log(simes(std::move(p_values))));
    }
  }

  void set_language() {
    if (input_.language == nullptr) return;
    for (std::size_t i = 0; i < options_.k; ++i) {
      const std::vector<NgramWord>& words = documents_[i].words;
      terms_[i].fluency = input_.language->fluency(words, input_.counted[i]);
      terms_[i].of(FilterTerm::kFluency) = terms_[i].fluency.bits;
      terms_[i].of(FilterTerm::kRarity) = input_.language->rarity(words, input_.counted[i]);
    }
  }

  const FilterInput& input_;
  const FilterTermOptions& options_;
  std::size_t n_;
  WordSets query_;
  std::vector<WordSets> documents_;
  std::vector<FilterTerms> terms_;
};

Status check_counts(const FilterInput& input, const FilterTermOptions& options) {
  const std::size_t n = input.texts.size();
  if (n < options.k + options.least_tail) {
    return option_error("documents", std::to_string(n),
                        std::to_string(options.k + options.least_tail) +
                            " ranked documents or more: the candidates and a tail");
  }
  if (input.vectors.n_rows != n || input.vectors.inverse_norms.size() != n ||
      input.counted.size() != n || input.query_vector.size() != input.vectors.dim) {
    return option_error("vectors", std::to_string(input.vectors.n_rows) + " rows",
                        std::to_string(n) + " rows with norms, as wide as the query's");
  }
  if (input.vectors.scalar != Scalar::kFloat32) {
    return option_error("vectors", "float16", "float32");
  }
  if (!input.injection.empty() && input.injection.size() != options.k) {
    return option_error("injection", std::to_string(input.injection.size()) + " scores",
                        "none, or one a candidate");
  }
  return ok_status();
}

}  // namespace

std::string_view filter_term_name(FilterTerm term) {
  return kNames[static_cast<std::size_t>(term)];
}

Status FilterTermOptions::validate() const {
  if (k < 1) return option_error("k", "0", "at least 1 candidate");
  if (n <= k) return option_error("n", std::to_string(n), "more than k = " + std::to_string(k));
  if (n > 10000) return option_error("n", std::to_string(n), "at most 10000 documents");
  if (least_tail < 1) return option_error("least_tail", "0", "at least 1 document");
  if (!(trim >= 0 && trim <= 0.5)) return option_error("trim", std::to_string(trim), "0 to 0.5");
  if (!(tau_l >= 0 && tau_l <= 1)) return option_error("tau_l", std::to_string(tau_l), "0 to 1");
  return ok_status();
}

Result<std::vector<FilterTerms>> filter_terms(const FilterInput& input,
                                              const FilterTermOptions& options) {
  RAGSIEVE_CHECK(options.validate());
  RAGSIEVE_CHECK(check_counts(input, options));
  return Contrast(input, options).terms();
}

}  // namespace ragsieve
