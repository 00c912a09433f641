#include "ragsieve/pipeline/filter.h"

#include <memory>
#include <unordered_set>
#include <utility>

#include "ragsieve/connect/ids_file.h"
#include "ragsieve/connect/jsonl/contexts.h"
#include "ragsieve/index/corpus_digest.h"
#include "ragsieve/pipeline/filter_report.h"
#include "ragsieve/pipeline/opened_filter.h"
#include "ragsieve/pipeline/published_filter.h"
#include "ragsieve/pipeline/retrieve.h"

namespace ragsieve {
namespace {

using IdSet = std::unordered_set<std::string>;

Result<IdSet> removed_ids(const FilterOptions& options) {
  if (!options.removed) return IdSet{};
  RAGSIEVE_TRY(const std::vector<std::string> ids, read_ids(*options.removed));
  return IdSet(ids.begin(), ids.end());
}

Status check_inputs(const FilterOptions& options) {
  const bool with_corpus = options.profile != "paper";
  if (!with_corpus && (options.reference || options.calibration.queries)) {
    return make_error(Code::kInvalidArgument,
                      "--reference and --calibration belong to the default profile, found `paper`");
  }
  if (options.calibration.queries && !options.corpus && !options.reference) {
    return make_error(Code::kInvalidArgument,
                      "--calibration needs a corpus to retrieve from: --corpus or --reference");
  }
  if (options.contexts && options.corpus && !options.queries && with_corpus) return ok_status();
  if (options.contexts.has_value() == options.corpus.has_value()) {
    return make_error(Code::kInvalidArgument,
                      "filter takes either a file of contexts, or --corpus with --queries");
  }
  if (options.corpus.has_value() != options.queries.has_value()) {
    return make_error(Code::kInvalidArgument, "--corpus and --queries go together");
  }
  return ok_status();
}

// The contexts without what the audit removed.
Result<Retrieved> load_contexts(const FilterOptions& options, const ModelsInUse& models,
                                const RunOptions& run) {
  RAGSIEVE_TRY(const IdSet removed, removed_ids(options));
  Retrieved retrieved;
  if (options.contexts) {
    RAGSIEVE_TRY(retrieved.contexts, read_contexts(*options.contexts, run));
  } else {
    const RetrieveOptions retrieve_options{*options.corpus, *options.queries, options.embeddings,
                                           options.depth + removed.size()};
    RAGSIEVE_TRY(retrieved, retrieve(retrieve_options, models, run));
  }
  for (RetrievedContext& context : retrieved.contexts.contexts) {
    std::erase_if(context.documents,
                  [&](const Document& document) { return removed.contains(document.id); });
  }
  return retrieved;
}

const std::string& source_of(const FilterOptions& options) {
  return options.contexts ? *options.contexts : *options.queries;
}

Result<FilterReport> filter_as_published(const FilterOptions& options, const ModelsInUse& models,
                                         const RunOptions& run) {
  RAGSIEVE_CHECK(options.rsq.validate());
  if (models.token_encoder == nullptr || models.causal_lm == nullptr) {
    return make_error(Code::kUnavailable, "filter needs a token encoder and a causal LM");
  }
  RAGSIEVE_TRY(Retrieved retrieved, load_contexts(options, models, run));
  const auto judge = [&](const RetrievedContext& context, std::size_t) {
    return filter_by_rsq(context, options.rsq, options.alignment, models, run);
  };
  RAGSIEVE_TRY(FilterReport report,
               judge_contexts(retrieved.contexts, source_of(options), judge, run));
  report.summary = filter_summary("paper", report, std::move(retrieved.digests));
  report.summary.thresholds = {{"score", options.rsq.eta_q},
                               {"alpha_s", options.rsq.alpha_s},
                               {"gate_bits", options.rsq.surprisal.gate_bits},
                               {"candidates", static_cast<double>(options.rsq.k)},
                               {"inspected", static_cast<double>(options.rsq.n)}};
  report.summary.digests.push_back(model_digest("token_encoder", models.token_encoder->identity()));
  report.summary.digests.push_back(model_digest("causal_lm", models.causal_lm->identity()));
  return report;
}

// What the filter is opened over: the corpus that was retrieved from and the reference; the corpus
// that ready contexts are of stands in for a reference, as far as there is none.
Result<FilterCorpora> corpora_of(const FilterOptions& options, Retrieved& retrieved,
                                 const ModelsInUse& models, const RunOptions& run) {
  FilterCorpora corpora;
  corpora.known = std::move(retrieved.corpus);
  corpora.clean = corpora.known;
  corpora.digests = std::move(retrieved.digests);
  const std::optional<std::string>& other =
      options.reference || !options.contexts ? options.reference : options.corpus;
  if (!other) return corpora;
  RAGSIEVE_TRY(CorpusVectors loaded,
               load_corpus_vectors(*other, options.reference ? std::nullopt : options.embeddings,
                                   models.encoder, run));
  corpora.clean = std::make_shared<const CorpusVectors>(std::move(loaded));
  if (corpora.known == nullptr) corpora.known = corpora.clean;
  corpora.digests.emplace_back("reference", to_hex(corpus_digest(corpora.clean->corpus)));
  return corpora;
}

Result<FilterReport> filter_calibrated(const FilterOptions& options, const ModelsInUse& models,
                                       const RunOptions& run) {
  if (models.encoder == nullptr) {
    return make_error(Code::kUnavailable, "filter needs the encoder of the retrieval");
  }
  RAGSIEVE_TRY(Retrieved retrieved, load_contexts(options, models, run));
  RAGSIEVE_TRY(FilterCorpora corpora, corpora_of(options, retrieved, models, run));
  RAGSIEVE_TRY(const auto opened,
               OpenedFilter::over(std::move(corpora), options.calibration, models, run));
  return opened->filter(
      {std::move(retrieved.contexts), source_of(options), std::move(retrieved.query_vectors)}, run);
}

}  // namespace

Result<FilterReport> filter(const FilterOptions& options, const ModelsInUse& models,
                            const RunOptions& run) {
  RAGSIEVE_CHECK(check_inputs(options));
  return options.profile == "paper" ? filter_as_published(options, models, run)
                                    : filter_calibrated(options, models, run);
}

}  // namespace ragsieve
