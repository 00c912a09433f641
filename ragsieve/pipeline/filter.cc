#include "ragsieve/pipeline/filter.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "ragsieve/base/parallel.h"
#include "ragsieve/connect/ids_file.h"
#include "ragsieve/connect/jsonl/contexts.h"
#include "ragsieve/detect/alignment_scorer.h"
#include "ragsieve/detect/surprisal.h"
#include "ragsieve/pipeline/explain_filter.h"
#include "ragsieve/pipeline/retrieve.h"
#include "ragsieve/pipeline/summaries.h"

namespace ragsieve {
namespace {

using IdSet = std::unordered_set<std::string>;

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

Summary summary_of(const FilterOptions& options, const ModelsInUse& models,
                   const FilterReport& report,
                   std::vector<std::pair<std::string, std::string>> digests) {
  Summary summary = start_summary("filter", options.profile);
  std::uint64_t removed = 0;
  for (const QueryRecord& query : report.queries) removed += query.removed.size();
  summary.counts = {{"queries", report.queries.size()},
                    {"candidates", report.queries.size() * options.rsq.k},
                    {"flagged", removed},
                    {"unscored", report.errors.size()}};
  summary.thresholds = {{"score", options.rsq.eta_q},
                        {"alpha_s", options.rsq.alpha_s},
                        {"gate_bits", options.rsq.surprisal.gate_bits},
                        {"candidates", static_cast<double>(options.rsq.k)},
                        {"inspected", static_cast<double>(options.rsq.n)}};
  summary.digests = std::move(digests);
  const ModelIdentity& tokens = models.token_encoder->identity();
  const ModelIdentity& lm = models.causal_lm->identity();
  summary.digests.emplace_back("token_encoder " + tokens.name, to_hex(tokens.file_digest));
  summary.digests.emplace_back("causal_lm " + lm.name, to_hex(lm.file_digest));
  for (const Error& error : report.errors) summary.unscored.push_back(place_of(error));
  return summary;
}

Status check_options(const FilterOptions& options, const ModelsInUse& models) {
  RAGSIEVE_CHECK(options.rsq.validate());
  if (options.contexts.has_value() == options.corpus.has_value()) {
    return make_error(Code::kInvalidArgument,
                      "filter takes either a file of contexts, or --corpus with --queries");
  }
  if (options.corpus.has_value() != options.queries.has_value()) {
    return make_error(Code::kInvalidArgument, "--corpus and --queries go together");
  }
  if (models.token_encoder == nullptr || models.causal_lm == nullptr) {
    return make_error(Code::kUnavailable, "filter needs a token encoder and a causal LM");
  }
  return ok_status();
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
  RAGSIEVE_CHECK(check_options(options, models));
  RAGSIEVE_TRY(const IdSet removed, removed_ids(options));
  Retrieved retrieved;
  if (options.contexts) {
    RAGSIEVE_TRY(retrieved.contexts, read_contexts(*options.contexts, run));
  } else {
    const RetrieveOptions retrieve_options{*options.corpus, *options.queries, options.embeddings,
                                           options.depth + removed.size()};
    RAGSIEVE_TRY(retrieved, retrieve(retrieve_options, models, run));
  }
  const std::string& source = options.contexts ? *options.contexts : *options.queries;
  FilterReport report;
  report.errors = retrieved.contexts.bad;
  std::vector<RetrievedContext>& contexts = retrieved.contexts.contexts;
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    if (run.cancel.requested()) return make_error(Code::kCancelled, "stopped as asked");
    drop_removed(contexts[i], removed);
    Result<QueryRecord> record = filter_context(contexts[i], options, models, run);
    if (record.ok()) {
      report.queries.push_back(*std::move(record));
    } else if (belongs_to_context(record.error())) {
      report.errors.push_back(with_place(std::move(record).error(), contexts[i], source));
    } else {
      return std::move(record).error();
    }
    run.report("filter", i + 1, contexts.size());
  }
  report.summary = summary_of(options, models, report, std::move(retrieved.digests));
  return report;
}

}  // namespace ragsieve
