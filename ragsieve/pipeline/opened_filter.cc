#include "ragsieve/pipeline/opened_filter.h"

#include <algorithm>
#include <span>

#include "ragsieve/index/corpus_digest.h"
#include "ragsieve/pipeline/default_filter.h"

namespace ragsieve {
namespace {

// How often all candidates may be replaced before the documents of a context are used up.
constexpr std::size_t kRefills = 4;
// Contexts whose texts are encoded together: bounds the vectors in memory.
constexpr std::size_t kTogether = 100;

// Texts to be encoded, each once.
class DistinctTexts {
 public:
  void add(std::string_view text) {
    if (places_.emplace(text, texts_.size()).second) texts_.push_back(text);
  }
  Status encode(TextKind kind, Encoder& encoder, const RunOptions& run) {
    if (texts_.empty()) return ok_status();
    RAGSIEVE_TRY(vectors_, encoder.encode(texts_, kind, run));
    return ok_status();
  }
  // Of a text that was added before encode().
  [[nodiscard]] std::span<const float> vector(std::string_view text) const {
    return vectors_.row(places_.at(text));
  }

 private:
  std::unordered_map<std::string_view, std::size_t> places_;
  std::vector<std::string_view> texts_;
  Matrix vectors_;
};

// The vectors of contexts that are asked for in their order: rows of the known corpus, or made by
// the encoder for many contexts at once.
class VectorsOfContexts {
 public:
  VectorsOfContexts(const FilterContexts& all, const OpenedFilter& filter,
                    const CorpusVectors* known)
      : all_(all), filter_(filter), known_(known) {}

  // Empty where the context has too few documents to be judged.
  Result<ContextVectors> of(std::size_t i, Encoder& encoder, const RunOptions& run) {
    if (i >= end_) RAGSIEVE_CHECK(encode_from(i, encoder, run));
    ContextVectors vectors;
    const RetrievedContext& context = all_.contexts.contexts[i];
    if (is_short(context)) return vectors;
    const std::span<const float> query =
        with_queries() ? all_.query_vectors.row(i) : queries_.vector(context.query.text);
    vectors.query.assign(query.begin(), query.end());
    vectors.documents = {context.documents.size(), query.size(), {}};
    std::vector<float> buffer(query.size());
    for (const Document& document : context.documents) {
      const std::optional<std::size_t> row = filter_.known_row(document);
      const std::span<const float> values =
          row ? known_->vectors.row(*row, buffer) : passages_.vector(document.indexed_text);
      vectors.documents.values.insert(vectors.documents.values.end(), values.begin(), values.end());
    }
    return vectors;
  }

 private:
  [[nodiscard]] bool with_queries() const { return all_.query_vectors.n_rows > 0; }
  static bool is_short(const RetrievedContext& context) {
    return context.documents.size() < kLeastRetrieved;
  }

  Status encode_from(std::size_t first, Encoder& encoder, const RunOptions& run) {
    queries_ = {};
    passages_ = {};
    const std::vector<RetrievedContext>& contexts = all_.contexts.contexts;
    const std::size_t end = std::min(contexts.size(), first + kTogether);
    for (std::size_t i = first; i < end; ++i) {
      if (is_short(contexts[i])) continue;
      if (!with_queries()) queries_.add(contexts[i].query.text);
      for (const Document& document : contexts[i].documents) {
        if (!filter_.known_row(document)) passages_.add(document.indexed_text);
      }
    }
    RAGSIEVE_CHECK(queries_.encode(TextKind::kQuery, encoder, run));
    RAGSIEVE_CHECK(passages_.encode(TextKind::kPassage, encoder, run));
    end_ = end;
    return ok_status();
  }

  const FilterContexts& all_;
  const OpenedFilter& filter_;
  const CorpusVectors* known_;
  std::size_t end_ = 0;  // contexts before it have their vectors
  DistinctTexts queries_;
  DistinctTexts passages_;
};

Status check_width(const CorpusVectors& corpus, const Encoder& encoder) {
  const std::size_t width = encoder.identity().dim;
  if (corpus.vectors.n_rows == 0 || corpus.vectors.dim == width) return ok_status();
  return make_error(Code::kInvalidInput,
                    "has vectors of " + std::to_string(corpus.vectors.dim) +
                        " components, expected " + std::to_string(width) + ", as encoder " +
                        encoder.identity().name + " makes them",
                    Where{corpus.corpus.path, 0, ""});
}

}  // namespace

OpenedFilter::OpenedFilter(FilterCorpora corpora, FilterCalibration calibration, Encoder& encoder)
    : corpora_(std::move(corpora)), calibration_(std::move(calibration)), encoder_(encoder) {
  if (corpora_.known == nullptr) return;
  const std::vector<Document>& documents = corpora_.known->corpus.documents;
  rows_.reserve(documents.size());
  for (std::size_t row = 0; row < documents.size(); ++row) rows_.emplace(documents[row].id, row);
}

Result<std::unique_ptr<const OpenedFilter>> OpenedFilter::open(const OpenedFilterOptions& options,
                                                               const ModelsInUse& models,
                                                               const RunOptions& run) {
  FilterCorpora corpora;
  if (options.corpus) {
    RAGSIEVE_TRY(CorpusVectors loaded,
                 load_corpus_vectors(*options.corpus, options.embeddings, models.encoder, run));
    corpora.clean = std::make_shared<const CorpusVectors>(std::move(loaded));
    corpora.known = corpora.clean;
    corpora.digests = {{"reference", to_hex(corpus_digest(corpora.clean->corpus))}};
  }
  return over(std::move(corpora), options.calibration, models, run);
}

Result<std::unique_ptr<const OpenedFilter>> OpenedFilter::over(
    FilterCorpora corpora, const FilterCalibrationOptions& options, const ModelsInUse& models,
    const RunOptions& run) {
  if (models.encoder == nullptr) {
    return make_error(Code::kUnavailable, "filter needs the encoder of the retrieval");
  }
  if (corpora.known != nullptr) RAGSIEVE_CHECK(check_width(*corpora.known, *models.encoder));
  RAGSIEVE_TRY(FilterCalibration calibration,
               FilterCalibration::of(corpora.clean.get(), options, models, run));
  corpora.digests.emplace_back("calibration", calibration.source());
  corpora.digests.push_back(model_digest("encoder", models.encoder->identity()));
  std::unique_ptr<OpenedFilter> opened(
      new OpenedFilter(std::move(corpora), std::move(calibration), *models.encoder));
  opened->thresholds_ = {{"score", 1},
                         {"alpha", options.judgement.alpha},
                         {"candidates", static_cast<double>(options.terms.k)},
                         {"inspected", static_cast<double>(options.terms.n)}};
  return std::unique_ptr<const OpenedFilter>(std::move(opened));
}

std::optional<std::size_t> OpenedFilter::known_row(const Document& document) const {
  const auto found = rows_.find(document.id);
  if (found == rows_.end()) return std::nullopt;
  const Document& known = corpora_.known->corpus.documents[found->second];
  if (known.indexed_text != document.indexed_text) return std::nullopt;
  return found->second;
}

Result<FilterReport> OpenedFilter::filter(FilterContexts contexts, const RunOptions& run) const {
  const FilterTermOptions& terms = calibration_.tools().options;
  for (RetrievedContext& context : contexts.contexts.contexts) {
    std::vector<Document>& documents = context.documents;
    const std::size_t deepest = std::min(documents.size(), terms.n + kRefills * terms.k);
    documents.erase(documents.begin() + static_cast<std::ptrdiff_t>(deepest), documents.end());
  }
  VectorsOfContexts vectors(contexts, *this, corpora_.known.get());
  const auto judge = [&](const RetrievedContext& context, std::size_t i) -> Result<QueryRecord> {
    RAGSIEVE_TRY(const ContextVectors own, vectors.of(i, encoder_, run));
    return filter_by_default(context, own, calibration_, run);
  };
  RAGSIEVE_TRY(FilterReport report, judge_contexts(contexts.contexts, contexts.source, judge, run));
  report.summary = filter_summary("default", report, corpora_.digests);
  report.summary.thresholds = thresholds_;
  return report;
}

}  // namespace ragsieve
