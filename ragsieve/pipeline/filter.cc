#include "ragsieve/pipeline/filter.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <unordered_set>
#include <utility>

#include "ragsieve/base/parallel.h"
#include "ragsieve/connect/ids_file.h"
#include "ragsieve/connect/jsonl/contexts.h"
#include "ragsieve/detect/alignment_scorer.h"
#include "ragsieve/detect/surprisal.h"
#include "ragsieve/index/corpus_digest.h"
#include "ragsieve/pipeline/default_filter.h"
#include "ragsieve/pipeline/explain_filter.h"
#include "ragsieve/pipeline/retrieve.h"
#include "ragsieve/pipeline/summaries.h"

namespace ragsieve {
namespace {

using IdSet = std::unordered_set<std::string>;

// How often all candidates may be replaced before the documents of a context are used up.
constexpr std::size_t kRefills = 4;

// Everything that is computed for one context before the rule is applied.
struct ContextInputs {
  std::vector<RsqDocument> documents;      // n
  std::vector<ScoredJump> jumps;           // n
  std::vector<Surprisal> surprisals;       // k
  std::vector<ByteRange> surprisal_spans;  // k
};

// Bytes that a window of nats stands for: nats[i] belongs to token i + 1.
ByteRange bytes_of(const Surprisal& found, const NllProfile& profile) {
  if (found.n_tokens == 0) return {};
  const std::size_t first = found.start + 1;
  const std::size_t last = std::min(found.start + found.n_tokens, profile.ends.size() - 1);
  return {profile.ends[first - 1], profile.ends[last]};
}

Result<ContextInputs> inputs_of(const RetrievedContext& context, const FilterOptions& options,
                                const ModelsInUse& models, const RunOptions& run) {
  ContextInputs inputs;
  std::vector<std::string_view> texts;
  for (std::size_t i = 0; i < options.rsq.n; ++i) {
    texts.push_back(context.documents[i].indexed_text);
  }
  const AlignmentScorer scorer(*models.token_encoder, models.cache, options.alignment);
  RAGSIEVE_TRY(inputs.jumps, scorer.jumps(context.query.text, texts, run));
  inputs.surprisals.resize(options.rsq.k);
  inputs.surprisal_spans.resize(options.rsq.k);
  RunOptions quiet = run;  // a query is one step of filter()'s progress
  quiet.progress = nullptr;
  RAGSIEVE_CHECK(parallel_for(options.rsq.k, "surprisal", quiet, [&](std::size_t i, int) -> Status {
    RAGSIEVE_TRY(const NllProfile profile, models.causal_lm->nll(texts[i], quiet));
    inputs.surprisals[i] = surprisal(profile.nats, options.rsq.surprisal);
    inputs.surprisal_spans[i] = bytes_of(inputs.surprisals[i], profile);
    return ok_status();
  }));
  for (std::size_t i = 0; i < options.rsq.n; ++i) {
    const double term = i < options.rsq.k ? inputs.surprisals[i].term : 0;
    inputs.documents.push_back({texts[i], inputs.jumps[i].jump.value, term});
  }
  return inputs;
}

CandidateRecord record_of(const Document& document, const RsqCandidate& scored,
                          const ContextInputs& inputs, std::size_t i) {
  CandidateRecord record;
  record.id = document.id;
  record.rank = i + 1;
  record.score = scored.score;
  record.flagged = scored.flagged;
  record.anchor = scored.anchor;
  record.integrity = scored.integrity;
  record.surprisal = scored.surprisal;
  record.alignment = scored.alignment;
  for (const Anchor& anchor : scored.anchors) {
    record.anchors.push_back({anchor.token, anchor.candidates, anchor.documents, anchor.p});
  }
  const Surprisal& found = inputs.surprisals[i];
  const std::size_t first_token = found.n_tokens == 0 ? 0 : found.start + 1;
  record.window = {first_token, found.n_tokens, std::string(found.kind), found.nats};
  record.scripts.foreign_fraction = scored.scripts.foreign_fraction;
  record.scripts.p = scored.integrity_p;
  for (const auto& [script, letters] : scored.scripts.counts) {
    record.scripts.counts.emplace_back(script_name(script), letters);
  }
  const AlignmentJump& jump = inputs.jumps[i].jump;
  record.jump = {jump.value, scored.jump_p, jump.window, jump.n_windows};
  return record;
}

// Drops what is flagged and refills from the following ranks in their order.
void refill(const RetrievedContext& context, const FilterOptions& options, QueryRecord& record) {
  for (std::size_t i = 0; i < context.documents.size(); ++i) {
    const std::string& id = context.documents[i].id;
    if (i < options.rsq.k && record.documents[i].flagged) {
      record.removed.push_back(id);
    } else if (record.context.size() < options.rsq.k) {
      record.context.push_back(id);
    }
  }
}

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
    return filter_context(context, options, models, run);
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

Result<QueryRecord> filter_context(const RetrievedContext& context, const FilterOptions& options,
                                   const ModelsInUse& models, const RunOptions& run) {
  if (context.documents.size() < options.rsq.n) {
    return make_error(Code::kInvalidInput,
                      "query has " + std::to_string(context.documents.size()) +
                          " documents after removal, expected at least " +
                          std::to_string(options.rsq.n) + ": retrieve " +
                          std::to_string(options.rsq.n - context.documents.size()) + " more",
                      Where{"", 0, "documents"});
  }
  RAGSIEVE_TRY(const ContextInputs inputs, inputs_of(context, options, models, run));
  RAGSIEVE_TRY(const std::vector<RsqCandidate> scored,
               rsq(context.query.text, inputs.documents, options.rsq));
  QueryRecord record;
  record.query_id = context.query.id;
  record.query = context.query.text;
  record.profile = options.profile;
  for (std::size_t i = 0; i < scored.size(); ++i) {
    CandidateRecord candidate = record_of(context.documents[i], scored[i], inputs, i);
    const CandidateEvidence evidence{inputs.surprisal_spans[i], inputs.jumps[i].second_window};
    explain_candidate(context.documents[i], evidence, options.rsq, candidate);
    record.documents.push_back(std::move(candidate));
  }
  refill(context, options, record);
  return record;
}

Result<FilterReport> filter(const FilterOptions& options, const ModelsInUse& models,
                            const RunOptions& run) {
  RAGSIEVE_CHECK(check_inputs(options));
  return options.profile == "paper" ? filter_as_published(options, models, run)
                                    : filter_calibrated(options, models, run);
}

}  // namespace ragsieve
