#include "ragsieve/pipeline/filter.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <unordered_set>
#include <utility>

#include "ragsieve/base/parallel.h"
#include "ragsieve/connect/ids_file.h"
#include "ragsieve/connect/jsonl/contexts.h"
#include "ragsieve/index/corpus_digest.h"
#include "ragsieve/pipeline/default_filter.h"
#include "ragsieve/pipeline/published_filter.h"
#include "ragsieve/pipeline/retrieve.h"
#include "ragsieve/pipeline/summaries.h"

namespace ragsieve {
namespace {

using IdSet = std::unordered_set<std::string>;

// How often all candidates may be replaced before the documents of a context are used up.
constexpr std::size_t kRefills = 4;

Error with_place(Error error, const RetrievedContext& context, const std::string& path) {
  if (error.where.path.empty()) error.where = Where{path, context.line, error.where.field};
  return error;
}

// Leaves out the documents that the audit removed.
void drop_removed(RetrievedContext& context, const IdSet& removed) {
  std::erase_if(context.documents,
                [&](const Document& document) { return removed.contains(document.id); });
}

Result<IdSet> removed_ids(const FilterOptions& options) {
  if (!options.removed) return IdSet{};
  RAGSIEVE_TRY(const std::vector<std::string> ids, read_ids(*options.removed));
  return IdSet(ids.begin(), ids.end());
}

// Whether an error belongs to one context (go on) or to the whole run (stop).
bool belongs_to_context(const Error& error) {
  return error.code == Code::kInvalidInput || error.code == Code::kTooLarge;
}

// Counts, digests and what was not scored: the same in both profiles.
Summary common_summary(const FilterOptions& options, const FilterReport& report,
                       std::vector<std::pair<std::string, std::string>> digests) {
  Summary summary = start_summary("filter", options.profile);
  std::uint64_t removed = 0;
  std::uint64_t candidates = 0;
  for (const QueryRecord& query : report.queries) {
    removed += query.removed.size();
    candidates += query.documents.size();
  }
  summary.counts = {{"queries", report.queries.size()},
                    {"candidates", candidates},
                    {"flagged", removed},
                    {"unscored", report.errors.size()}};
  summary.digests = std::move(digests);
  for (const Error& error : report.errors) summary.unscored.push_back(place_of(error));
  return summary;
}

void add_digest(const std::string& role, const ModelIdentity& model, Summary& summary) {
  summary.digests.emplace_back(role + " " + model.name, to_hex(model.file_digest));
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

Result<Retrieved> load_contexts(const FilterOptions& options, std::size_t removed,
                                const ModelsInUse& models, const RunOptions& run) {
  Retrieved retrieved;
  if (options.contexts) {
    RAGSIEVE_TRY(retrieved.contexts, read_contexts(*options.contexts, run));
    return retrieved;
  }
  const RetrieveOptions retrieve_options{*options.corpus, *options.queries, options.embeddings,
                                         options.depth + removed};
  return retrieve(retrieve_options, models, run);
}

using JudgeContext = std::function<Result<QueryRecord>(const RetrievedContext&, std::size_t)>;

// Judges the contexts one by one; what belongs to one of them alone becomes an error of the report.
Result<FilterReport> judge_contexts(const FilterOptions& options, Contexts& all,
                                    const JudgeContext& judge, const RunOptions& run) {
  const std::string& source = options.contexts ? *options.contexts : *options.queries;
  FilterReport report;
  report.errors = all.bad;
  for (std::size_t i = 0; i < all.contexts.size(); ++i) {
    if (run.cancel.requested()) return make_error(Code::kCancelled, "stopped as asked");
    Result<QueryRecord> record = judge(all.contexts[i], i);
    if (record.ok()) {
      report.queries.push_back(*std::move(record));
    } else if (belongs_to_context(record.error())) {
      report.errors.push_back(with_place(std::move(record).error(), all.contexts[i], source));
    } else {
      return std::move(record).error();
    }
    run.report("filter", i + 1, all.contexts.size());
  }
  return report;
}

Result<FilterReport> filter_as_published(const FilterOptions& options, const ModelsInUse& models,
                                         const RunOptions& run) {
  RAGSIEVE_CHECK(options.rsq.validate());
  if (models.token_encoder == nullptr || models.causal_lm == nullptr) {
    return make_error(Code::kUnavailable, "filter needs a token encoder and a causal LM");
  }
  RAGSIEVE_TRY(const IdSet removed, removed_ids(options));
  RAGSIEVE_TRY(Retrieved retrieved, load_contexts(options, removed.size(), models, run));
  for (RetrievedContext& context : retrieved.contexts.contexts) drop_removed(context, removed);
  const auto judge = [&](const RetrievedContext& context, std::size_t) {
    return filter_by_rsq(context, options.rsq, options.alignment, models, run);
  };
  RAGSIEVE_TRY(FilterReport report, judge_contexts(options, retrieved.contexts, judge, run));
  report.summary = common_summary(options, report, std::move(retrieved.digests));
  report.summary.thresholds = {{"score", options.rsq.eta_q},
                               {"alpha_s", options.rsq.alpha_s},
                               {"gate_bits", options.rsq.surprisal.gate_bits},
                               {"candidates", static_cast<double>(options.rsq.k)},
                               {"inspected", static_cast<double>(options.rsq.n)}};
  add_digest("token_encoder", models.token_encoder->identity(), report.summary);
  add_digest("causal_lm", models.causal_lm->identity(), report.summary);
  return report;
}

// Vectors of the documents of a context: rows of the corpus, or made by the encoder.
Result<ContextVectors> vectors_of(const RetrievedContext& context, std::size_t i,
                                  const Retrieved& retrieved, Encoder& encoder,
                                  const RunOptions& run) {
  ContextVectors vectors;
  if (retrieved.corpus != nullptr) {
    const MatrixView& rows = retrieved.corpus->vectors;
    const std::span<const float> query = retrieved.query_vectors.row(i);
    vectors.query.assign(query.begin(), query.end());
    vectors.documents.dim = rows.dim;
    std::vector<float> buffer(rows.dim);
    for (const std::size_t row : retrieved.rows[i]) {
      const std::span<const float> values = rows.row(row, buffer);
      vectors.documents.values.insert(vectors.documents.values.end(), values.begin(), values.end());
    }
    vectors.documents.n_rows = retrieved.rows[i].size();
    return vectors;
  }
  const std::string_view query = context.query.text;
  RAGSIEVE_TRY(Matrix encoded, encoder.encode({&query, 1}, TextKind::kQuery, run));
  vectors.query = std::move(encoded.values);
  std::vector<std::string_view> texts;
  for (const Document& document : context.documents) texts.push_back(document.indexed_text);
  RAGSIEVE_TRY(vectors.documents, encoder.encode(texts, TextKind::kPassage, run));
  return vectors;
}

// Leaves out what an audit removed, and what lies deeper than is ever looked at.
void prepare_context(std::size_t i, const IdSet& removed, std::size_t deepest,
                     Retrieved& retrieved) {
  RetrievedContext& context = retrieved.contexts.contexts[i];
  std::vector<Document> documents;
  std::vector<std::size_t> rows;
  for (std::size_t j = 0; j < context.documents.size() && documents.size() < deepest; ++j) {
    if (removed.contains(context.documents[j].id)) continue;
    documents.push_back(std::move(context.documents[j]));
    if (!retrieved.rows.empty()) rows.push_back(retrieved.rows[i][j]);
  }
  context.documents = std::move(documents);
  if (!retrieved.rows.empty()) retrieved.rows[i] = std::move(rows);
}

// The corpus that language and null are of: the reference, else that of the contexts, if any.
Result<std::unique_ptr<const CorpusVectors>> calibration_corpus(const FilterOptions& options,
                                                                const ModelsInUse& models,
                                                                const RunOptions& run) {
  const bool ours = !options.reference;
  if (ours && !(options.contexts && options.corpus)) return std::unique_ptr<const CorpusVectors>();
  RAGSIEVE_TRY(CorpusVectors loaded,
               load_corpus_vectors(ours ? *options.corpus : *options.reference,
                                   ours ? options.embeddings : std::nullopt, models.encoder, run));
  return std::make_unique<const CorpusVectors>(std::move(loaded));
}

Result<FilterReport> filter_calibrated(const FilterOptions& options, const ModelsInUse& models,
                                       const RunOptions& run) {
  if (models.encoder == nullptr) {
    return make_error(Code::kUnavailable, "filter needs the encoder of the retrieval");
  }
  RAGSIEVE_TRY(const IdSet removed, removed_ids(options));
  RAGSIEVE_TRY(Retrieved retrieved, load_contexts(options, removed.size(), models, run));
  RAGSIEVE_TRY(const auto own, calibration_corpus(options, models, run));
  const CorpusVectors* corpus = own != nullptr ? own.get() : retrieved.corpus.get();
  RAGSIEVE_TRY(const FilterCalibration calibration,
               FilterCalibration::of(corpus, options.calibration, models, run));
  const FilterTermOptions& terms = options.calibration.terms;
  for (std::size_t i = 0; i < retrieved.contexts.contexts.size(); ++i) {
    prepare_context(i, removed, terms.n + kRefills * terms.k, retrieved);
  }
  const auto judge = [&](const RetrievedContext& context, std::size_t i) -> Result<QueryRecord> {
    RAGSIEVE_TRY(const ContextVectors vectors,
                 vectors_of(context, i, retrieved, *models.encoder, run));
    return filter_by_default(context, vectors, calibration, run);
  };
  RAGSIEVE_TRY(FilterReport report, judge_contexts(options, retrieved.contexts, judge, run));
  report.summary = common_summary(options, report, std::move(retrieved.digests));
  report.summary.thresholds = {{"score", 1},
                               {"alpha", options.calibration.judgement.alpha},
                               {"candidates", static_cast<double>(terms.k)},
                               {"inspected", static_cast<double>(terms.n)}};
  if (own != nullptr) {
    report.summary.digests.emplace_back("reference", to_hex(corpus_digest(own->corpus)));
  }
  report.summary.digests.emplace_back("calibration", calibration.source());
  add_digest("encoder", models.encoder->identity(), report.summary);
  return report;
}

}  // namespace

Result<FilterReport> filter(const FilterOptions& options, const ModelsInUse& models,
                            const RunOptions& run) {
  RAGSIEVE_CHECK(check_inputs(options));
  return options.profile == "paper" ? filter_as_published(options, models, run)
                                    : filter_calibrated(options, models, run);
}

}  // namespace ragsieve
