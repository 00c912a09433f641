#include "ragsieve/pipeline/filter_calibration.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "ragsieve/base/parallel.h"
#include "ragsieve/connect/jsonl/queries.h"
#include "ragsieve/detect/probe_synthesis.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/stats/random.h"

namespace ragsieve {
namespace {

constexpr std::size_t kNoRow = static_cast<std::size_t>(-1);

struct CleanQuestion {
  std::string text;
  std::size_t source = kNoRow;  // row that it was made from
};

Result<std::vector<CleanQuestion>> questions_of_file(const std::string& path,
                                                     const RunOptions& run) {
  RAGSIEVE_TRY(Queries queries, read_queries(path, run));
  if (!queries.bad.empty()) return queries.bad.front();
  std::vector<CleanQuestion> questions;
  for (Query& query : queries.queries) questions.push_back({std::move(query.text), kNoRow});
  return questions;
}

// One question each of `n` documents, drawn without repeats.
Result<std::vector<CleanQuestion>> questions_of_corpus(const Corpus& corpus, std::size_t n,
                                                       const RunOptions& run) {
  std::vector<std::size_t> rows(corpus.documents.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  Random random(0);
  RunOptions quiet = run;
  quiet.progress = nullptr;
  std::vector<CleanQuestion> questions;
  for (std::size_t i = 0; i < rows.size() && questions.size() < n; ++i) {
    std::swap(rows[i], rows[i + random.below(rows.size() - i)]);
    const std::span<const Document> document(&corpus.documents[rows[i]], 1);
    RAGSIEVE_TRY(const std::vector<Probe> probes, synthesise(document, {1, 1, 0}, quiet));
    if (!probes.empty()) questions.push_back({probes.front().question, rows[i]});
  }
  return questions;
}

// The clean retrievals of a corpus, and the terms of their candidates.
class CleanRetrievals {
 public:
  // `injection` may be null.
  CleanRetrievals(const CorpusVectors& corpus, const ContextTools& tools,
                  const InjectionScorer* injection)
      : corpus_(corpus), tools_(tools), injection_(injection) {}

  Status retrieve(const std::vector<CleanQuestion>& questions, Encoder& encoder,
                  const RunOptions& run) {
    std::vector<std::string_view> texts;
    for (const CleanQuestion& question : questions) texts.push_back(question.text);
    RAGSIEVE_TRY(vectors_, encoder.encode(texts, TextKind::kQuery, run));
    if (vectors_.dim != corpus_.vectors.dim) {
      return make_error(Code::kInvalidInput,
                        "has vectors of " + std::to_string(corpus_.vectors.dim) +
                            " components, expected " + std::to_string(vectors_.dim) +
                            ", as encoder " + encoder.identity().name + " makes them",
                        Where{corpus_.corpus.path, 0, ""});
    }
    RAGSIEVE_TRY(norms_, inverse_norms(vectors_.view(), run));
    MatrixView view = vectors_.view();
    view.inverse_norms = norms_;
    KnnOptions knn;
    knn.k = tools_.options.n + 1;  // one may be the question's own document
    RAGSIEVE_TRY(const NeighbourGraph found, top_k(view, corpus_.vectors, knn, run));
    for (std::size_t i = 0; i < questions.size(); ++i) {
      ranked_.push_back(ranked(found.of(i), questions[i].source));
    }
    return score_injection(run);
  }

  Result<std::vector<FilterTerms>> terms(const std::vector<CleanQuestion>& questions,
                                         const RunOptions& run) const {
    std::vector<std::vector<FilterTerms>> found(questions.size());
    RAGSIEVE_CHECK(
        parallel_for(questions.size(), "calibration", run, [&](std::size_t i, int) -> Status {
          RAGSIEVE_TRY(found[i], terms_of(i, questions[i]));
          return ok_status();
        }));
    std::vector<FilterTerms> all;
    for (const auto& terms : found) all.insert(all.end(), terms.begin(), terms.end());
    return all;
  }

 private:
  // The rows by rank without the question's own; none where they are too few to judge.
  [[nodiscard]] std::vector<std::size_t> ranked(std::span<const Neighbour> neighbours,
                                                std::size_t source) const {
    std::vector<std::size_t> rows;
    for (const Neighbour& neighbour : neighbours) {
      if (neighbour.row == source || rows.size() == tools_.options.n) continue;
      rows.push_back(neighbour.row);
    }
    if (rows.size() < tools_.options.k + tools_.options.least_tail) rows.clear();
    return rows;
  }

  // B of the candidates of all questions at once, k each.
  Status score_injection(const RunOptions& run) {
    if (injection_ == nullptr) return ok_status();
    std::vector<InjectionText> texts;
    for (const std::vector<std::size_t>& rows : ranked_) {
      first_score_.push_back(texts.size());
      for (std::size_t rank = 0; rank < std::min(tools_.options.k, rows.size()); ++rank) {
        texts.push_back(injection_text(corpus_.corpus.documents[rows[rank]]));
      }
    }
    RAGSIEVE_TRY(scores_, injection_->scores(texts, run));
    return ok_status();
  }

  Result<std::vector<FilterTerms>> terms_of(std::size_t i, const CleanQuestion& question) const {
    if (ranked_[i].empty()) return std::vector<FilterTerms>{};
    Matrix rows{0, corpus_.vectors.dim, {}};
    std::vector<double> norms;
    std::vector<const Document*> documents;
    std::vector<float> buffer(rows.dim);
    for (const std::size_t at : ranked_[i]) {
      const std::span<const float> row = corpus_.vectors.row(at, buffer);
      rows.values.insert(rows.values.end(), row.begin(), row.end());
      norms.push_back(corpus_.vectors.inverse_norms[at]);
      documents.push_back(&corpus_.corpus.documents[at]);
      ++rows.n_rows;
    }
    RankedContext context;
    context.query = question.text;
    context.query_vector = vectors_.row(i);
    context.documents = documents;
    context.vectors = rows.view();
    context.vectors.inverse_norms = norms;
    context.counted.assign(documents.size(), true);
    if (injection_ != nullptr) {
      context.injection = std::span(scores_).subspan(first_score_[i], tools_.options.k);
    }
    return context_terms(context, tools_);
  }

  const CorpusVectors& corpus_;
  ContextTools tools_;
  const InjectionScorer* injection_;
  Matrix vectors_;
  std::vector<double> norms_;
  std::vector<std::vector<std::size_t>> ranked_;  // rows, by question
  std::vector<std::size_t> first_score_;          // by question
  std::vector<double> scores_;
};

// The weights without the terms that nothing is known for.
FilterDefaultOptions weighed(FilterDefaultOptions judgement, const FilterCalibration& known) {
  const auto leave_out = [&](FilterTerm term) {
    judgement.weights[static_cast<std::size_t>(term)] = 0;
  };
  if (known.injection() == nullptr) leave_out(FilterTerm::kInjection);
  if (known.tools().language == nullptr) {
    leave_out(FilterTerm::kFluency);
    leave_out(FilterTerm::kRarity);
  }
  return judgement;
}

}  // namespace

Result<FilterCalibration> FilterCalibration::of(const CorpusVectors* corpus,
                                                const FilterCalibrationOptions& options,
                                                const ModelsInUse& models, const RunOptions& run) {
  FilterCalibration calibration;
  calibration.terms_ = options.terms;
  if (!options.rules.rules.empty()) {
    RAGSIEVE_TRY(calibration.injection_, InjectionScorer::of(options.rules, models.cache));
  }
  std::vector<FilterTerms> clean;
  if (corpus != nullptr) {
    std::vector<std::string_view> texts;
    for (const Document& document : corpus->corpus.documents)
      texts.push_back(document.indexed_text);
    calibration.texts_.insert(texts.begin(), texts.end());
    RAGSIEVE_TRY(CorpusLanguage language, CorpusLanguage::of(texts, {}, run));
    calibration.language_ = std::make_unique<const CorpusLanguage>(std::move(language));
    RAGSIEVE_TRY(const std::vector<CleanQuestion> questions,
                 options.queries ? questions_of_file(*options.queries, run)
                                 : questions_of_corpus(corpus->corpus, options.questions, run));
    CleanRetrievals retrievals(*corpus, calibration.tools(), calibration.injection());
    if (!questions.empty()) {
      RAGSIEVE_CHECK(retrievals.retrieve(questions, *models.encoder, run));
      RAGSIEVE_TRY(clean, retrievals.terms(questions, run));
    }
    calibration.source_ =
        std::to_string(clean.size()) + " candidates of " + std::to_string(questions.size()) +
        (options.queries ? " given questions" : " questions made from the corpus");
  }
  if (clean.size() < TailedNull::kLeast) {
    clean = shipped_reference();
    calibration.source_ = std::to_string(clean.size()) + " candidates of other corpora";
  }
  RAGSIEVE_TRY(calibration.null_, FilterNull::of(clean, weighed(options.judgement, calibration)));
  return calibration;
}

}  // namespace ragsieve
