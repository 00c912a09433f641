#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "eval/run/default_filter.h"
#include "eval/run/online_detectors.h"
#include "ragsieve/config/injection_rules.h"
#include "ragsieve/core/injection_rules.h"
#include "ragsieve/detect/filter_default.h"
#include "ragsieve/detect/injection_scorer.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/json/value.h"
#include "ragsieve/pipeline/context_terms.h"
#include "ragsieve/stats/random.h"

namespace ragsieve::eval {
namespace {

using baselines::Scores;

constexpr std::size_t kReferenceQueries = 1000;

// What a prepared detector holds.
struct DefaultFilter {
  std::unique_ptr<const InjectionScorer> injection;
  CorpusLanguage language;
  std::unordered_set<std::string_view> corpus;  // texts that the language was counted from
  std::optional<FilterNull> null;
};

// `injection` is B of the candidates.
Result<std::vector<FilterTerms>> terms_of(const OnlineContext& context,
                                          std::span<const double> injection,
                                          const DefaultFilter& filter, const RunOptions& run) {
  MatrixView view = context.vectors.view();
  RAGSIEVE_TRY(const std::vector<double> norms, inverse_norms(view, run));
  view.inverse_norms = norms;
  RankedContext ranked;
  std::vector<const Document*> documents;
  for (std::size_t i = 0; i < view.n_rows; ++i) {
    documents.push_back(&context.retrieved.documents[i]);
    ranked.counted.push_back(filter.corpus.contains(documents.back()->indexed_text));
  }
  ranked.query = context.retrieved.query.text;
  ranked.query_vector = context.query_vector;
  ranked.documents = documents;
  ranked.vectors = view;
  ranked.injection = injection;
  return context_terms(ranked, {&filter.language, {}});
}

Result<std::unique_ptr<const InjectionScorer>> built_in_rules(ValueCache* cache) {
  RAGSIEVE_TRY(InjectionRules rules, builtin_injection_rules<InjectionRules>());
  rules.classifier.clear();
  return InjectionScorer::of(std::move(rules), cache);
}

// Terms of the candidates of all contexts, one context behind the other.
Result<std::vector<FilterTerms>> terms_of_all(std::span<const OnlineContext> contexts,
                                              const DefaultFilter& filter, const RunOptions& run) {
  std::vector<InjectionText> texts;
  std::vector<std::size_t> ends;
  for (const OnlineContext& context : contexts) {
    const std::vector<Document>& documents = context.retrieved.documents;
    const std::size_t k = std::min(FilterTermOptions{}.k, documents.size());
    for (std::size_t i = 0; i < k; ++i) texts.push_back(injection_text(documents[i]));
    ends.push_back(texts.size());
  }
  RAGSIEVE_TRY(const std::vector<double> injection, filter.injection->scores(texts, run));
  std::vector<FilterTerms> all;
  std::size_t start = 0;
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    const auto scores = std::span(injection).subspan(start, ends[i] - start);
    RAGSIEVE_TRY(const std::vector<FilterTerms> terms, terms_of(contexts[i], scores, filter, run));
    all.insert(all.end(), terms.begin(), terms.end());
    start = ends[i];
  }
  return all;
}

Result<std::shared_ptr<DefaultFilter>> filter_of(std::span<const std::string_view> texts,
                                                 ValueCache* cache, const RunOptions& run) {
  RAGSIEVE_TRY(auto injection, built_in_rules(cache));
  RAGSIEVE_TRY(CorpusLanguage language, CorpusLanguage::of(texts, {}, run));
  return std::make_shared<DefaultFilter>(DefaultFilter{
      std::move(injection), std::move(language), {texts.begin(), texts.end()}, std::nullopt});
}

Result<ScoreCandidates> prepare(const OnlineReference& reference,
                                const FilterDefaultOptions& judgement, ValueCache* cache,
                                const RunOptions& run) {
  RAGSIEVE_TRY(const std::shared_ptr<DefaultFilter> filter, filter_of(reference.texts, cache, run));
  RAGSIEVE_TRY(std::vector<FilterTerms> clean, terms_of_all(reference.contexts, *filter, run));
  if (clean.size() < TailedNull::kLeast) clean = shipped_reference();  // as the product does
  RAGSIEVE_TRY(filter->null, FilterNull::of(clean, judgement));
  return ScoreCandidates(
      [filter](const OnlineContext& context, const RunOptions& options) -> Result<Scores> {
        RAGSIEVE_TRY(const std::vector<FilterTerms> terms,
                     terms_of_all({&context, 1}, *filter, options));
        Scores scores;
        for (const FilterTerms& candidate : terms) {
          const FilterVerdict verdict = filter->null->judge(candidate);
          scores.push_back({verdict.score, verdict.flagged});
        }
        return scores;
      });
}

OnlineDetector detector_of(std::string name, bool of_snapshot,
                           const FilterDefaultOptions& judgement) {
  const FilterTermOptions terms;
  json::Array weights;
  for (const double weight : judgement.weights) weights.emplace_back(weight);
  OnlineDetector detector;
  detector.name = std::move(name);
  detector.of_snapshot = of_snapshot;
  detector.n_reference = kReferenceQueries;
  detector.seconds_per_query = 0.05;
  detector.config = json::dump(json::Object{{"profile", "default"},
                                            {"k", static_cast<std::uint64_t>(terms.k)},
                                            {"n", static_cast<std::uint64_t>(terms.n)},
                                            {"trim", terms.trim},
                                            {"tau_l", terms.tau_l},
                                            {"alpha", judgement.alpha},
                                            {"weights", std::move(weights)}});
  detector.prepare = [judgement](const OnlineReference& reference, const ModelsInUse& models,
                                 const RunOptions& run) {
    return prepare(reference, judgement, models.cache, run);
  };
  return detector;
}

}  // namespace

Result<std::vector<FilterTerms>> clean_filter_terms(const Dataset& dataset, Encoder& encoder,
                                                    const RunOptions& run) {
  std::vector<std::string_view> texts;
  for (const Document& document : dataset.clean.documents) texts.push_back(document.indexed_text);
  RAGSIEVE_TRY(const DatasetVectors vectors, encode_dataset(dataset, encoder, run));
  RAGSIEVE_TRY(const std::vector<OnlineContext> contexts,
               retrieve_contexts(dataset, {}, vectors,
                                 reference_queries(dataset, {}, kReferenceQueries), encoder, run));
  RAGSIEVE_TRY(const std::shared_ptr<DefaultFilter> filter, filter_of(texts, nullptr, run));
  return terms_of_all(contexts, *filter, run);
}

std::string reference_rows(std::span<const std::vector<FilterTerms>> datasets, std::size_t n) {
  Random random(0);
  std::string text;
  for (std::size_t d = 0; d < datasets.size(); ++d) {
    std::vector<FilterTerms> left = datasets[d];
    const std::size_t rows = n * (d + 1) / datasets.size() - n * d / datasets.size();
    for (std::size_t i = 0; i < rows && i < left.size(); ++i) {
      std::swap(left[i], left[i + random.below(left.size() - i)]);
      text += "    {";
      for (std::size_t t = 0; t < kFilterTerms; ++t) {
        std::array<char, 32> number;
        std::snprintf(number.data(), number.size(), t == 0 ? "%.4g" : ", %.4g", left[i].values[t]);
        text += number.data();
      }
      text += "},\n";
    }
  }
  return text;
}

std::vector<OnlineDetector> default_filters() {
  return {detector_of("filter_default", true, {}),
          detector_of("filter_default_reference", false, {})};
}

OnlineDetector default_filter_variant(std::string name, const FilterDefaultOptions& options) {
  OnlineDetector detector = detector_of(std::move(name), false, options);
  detector.on_request = true;
  return detector;
}

}  // namespace ragsieve::eval
