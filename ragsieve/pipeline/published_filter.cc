#include "ragsieve/pipeline/published_filter.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ragsieve/base/parallel.h"
#include "ragsieve/detect/alignment_scorer.h"
#include "ragsieve/detect/surprisal.h"
#include "ragsieve/pipeline/explain_filter.h"

namespace ragsieve {
namespace {

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

Result<ContextInputs> inputs_of(const RetrievedContext& context, const RsqOptions& rsq,
                                const AlignmentOptions& alignment, const ModelsInUse& models,
                                const RunOptions& run) {
  ContextInputs inputs;
  std::vector<std::string_view> texts;
  for (std::size_t i = 0; i < rsq.n; ++i) {
    texts.push_back(context.documents[i].indexed_text);
  }
  const AlignmentScorer scorer(*models.token_encoder, models.cache, alignment);
  RAGSIEVE_TRY(inputs.jumps, scorer.jumps(context.query.text, texts, run));
  inputs.surprisals.resize(rsq.k);
  inputs.surprisal_spans.resize(rsq.k);
  RunOptions quiet = run;  // a query is one step of filter()'s progress
  quiet.progress = nullptr;
  RAGSIEVE_CHECK(parallel_for(rsq.k, "surprisal", quiet, [&](std::size_t i, int) -> Status {
    RAGSIEVE_TRY(const NllProfile profile, models.causal_lm->nll(texts[i], quiet));
    inputs.surprisals[i] = surprisal(profile.nats, rsq.surprisal);
    inputs.surprisal_spans[i] = bytes_of(inputs.surprisals[i], profile);
    return ok_status();
  }));
  for (std::size_t i = 0; i < rsq.n; ++i) {
    const double term = i < rsq.k ? inputs.surprisals[i].term : 0;
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
void refill(const RetrievedContext& context, std::size_t k, QueryRecord& record) {
  for (std::size_t i = 0; i < context.documents.size(); ++i) {
    const std::string& id = context.documents[i].id;
    if (i < k && record.documents[i].flagged) {
      record.removed.push_back(id);
    } else if (record.context.size() < k) {
      record.context.push_back(id);
    }
  }
}

}  // namespace

Result<QueryRecord> filter_by_rsq(const RetrievedContext& context, const RsqOptions& rsq_options,
                                  const AlignmentOptions& alignment, const ModelsInUse& models,
                                  const RunOptions& run) {
  if (context.documents.size() < rsq_options.n) {
    return make_error(Code::kInvalidInput,
                      "query has " + std::to_string(context.documents.size()) +
                          " documents after removal, expected at least " +
                          std::to_string(rsq_options.n) + ": retrieve " +
                          std::to_string(rsq_options.n - context.documents.size()) + " more",
                      Where{"", 0, "documents"});
  }
  RAGSIEVE_TRY(const ContextInputs inputs, inputs_of(context, rsq_options, alignment, models, run));
  RAGSIEVE_TRY(const std::vector<RsqCandidate> scored,
               rsq(context.query.text, inputs.documents, rsq_options));
  QueryRecord record;
  record.query_id = context.query.id;
  record.query = context.query.text;
  record.profile = "paper";
  for (std::size_t i = 0; i < scored.size(); ++i) {
    CandidateRecord candidate = record_of(context.documents[i], scored[i], inputs, i);
    const CandidateEvidence evidence{inputs.surprisal_spans[i], inputs.jumps[i].second_window};
    explain_candidate(context.documents[i], evidence, rsq_options, candidate);
    record.documents.push_back(std::move(candidate));
  }
  refill(context, rsq_options.k, record);
  return record;
}

}  // namespace ragsieve
