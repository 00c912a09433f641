#include "ragsieve/detect/answer_change.h"

#include <algorithm>
#include <string>
#include <utility>

#include "ragsieve/detect/option_error.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/text/decisive_tokens.h"

namespace ragsieve {
namespace {

const EncodedDocuments& set_of(const Overlay& overlay, const ExtractiveAnswer& answer) {
  return answer.candidate ? *overlay.candidates : *overlay.corpus;
}

std::string_view text_of(const Overlay& overlay, const ExtractiveAnswer& answer) {
  return set_of(overlay, answer).sentence(answer.sentence);
}

double cosine_of(const Overlay& overlay, const ExtractiveAnswer& a, const ExtractiveAnswer& b) {
  const MatrixView& rows_a = set_of(overlay, a).sentence_vectors;
  const MatrixView& rows_b = set_of(overlay, b).sentence_vectors;
  std::vector<float> buffer_a(rows_a.dim);
  std::vector<float> buffer_b(rows_b.dim);
  return cosine(rows_a.row(a.sentence, buffer_a), rows_a.inverse_norms[a.sentence],
                rows_b.row(b.sentence, buffer_b), rows_b.inverse_norms[b.sentence]);
}

std::vector<double> candidate_cosines(const AskedProbe& probe, const Overlay& overlay) {
  const EncodedDocuments& set = *overlay.candidates;
  std::vector<double> cosines;
  std::vector<float> buffer(probe.vector.size());
  for (std::size_t c = set.chunks->begin[overlay.candidate];
       c < set.chunks->begin[overlay.candidate + 1]; ++c) {
    cosines.push_back(cosine(probe.vector, 1, set.chunk_vectors.row(c, buffer),
                             set.chunk_vectors.inverse_norms[c]));
  }
  return cosines;
}

// Whether the clean context without its last passage already gives an answer that says the same as
// the new one: then the change is the probe's own noise. The extractive reader does not depend on
// the order of the passages, so reordering them adds nothing.
bool is_noise(const AskedProbe& probe, const Overlay& overlay, const ProbeOutcome& outcome) {
  if (outcome.clean.size() < 2) return false;
  const auto shorter = std::span<const RankedChunk>(outcome.clean).first(outcome.clean.size() - 1);
  const auto noise = extractive_answer(probe.vector, shorter, *overlay.corpus, *overlay.candidates);
  return noise &&
         !decisive_tokens_differ(text_of(overlay, *noise), text_of(overlay, *outcome.after));
}

void compare(const AskedProbe& probe, const Overlay& overlay, const AnswerChangeOptions& options,
             ProbeOutcome& outcome) {
  if (!outcome.before || !outcome.after) return;
  const ExtractiveAnswer& before = *outcome.before;
  const ExtractiveAnswer& after = *outcome.after;
  outcome.supported = before.cosine >= options.support_cosine;
  if (before.candidate == after.candidate && before.sentence == after.sentence) return;
  outcome.shift = std::clamp(1 - cosine_of(overlay, before, after), 0.0, 1.0);
  outcome.changed = decisive_tokens_differ(text_of(overlay, before), text_of(overlay, after)) &&
                    !is_noise(probe, overlay, outcome);
  if (outcome.changed && outcome.supported) {
    outcome.strength = std::clamp(before.cosine, 0.0, 1.0);
  }
}

}  // namespace

Status AnswerChangeOptions::validate() const {
  if (top_k < 1 || top_k > 64) {
    return option_error("top_k", std::to_string(top_k), "1 to 64 chunks");
  }
  if (!(support_cosine >= 0 && support_cosine <= 1)) {
    return option_error("support_cosine", std::to_string(support_cosine), "a number from 0 to 1");
  }
  return ok_status();
}

ProbeOutcome ask_probe(const AskedProbe& probe, const Overlay& overlay,
                       const AnswerChangeOptions& options) {
  ProbeOutcome outcome;
  outcome.clean =
      clean_ranking(probe.clean, *overlay.corpus->chunks, overlay.left_out, options.top_k);
  std::vector<RankedChunk> with =
      ranking_with(outcome.clean, *overlay.candidates->chunks, overlay.candidate,
                   candidate_cosines(probe, overlay), options.top_k);
  outcome.rank = candidate_rank(with);
  if (outcome.rank == 0) return outcome;
  outcome.with = std::move(with);
  outcome.before =
      extractive_answer(probe.vector, outcome.clean, *overlay.corpus, *overlay.candidates);
  outcome.after =
      extractive_answer(probe.vector, outcome.with, *overlay.corpus, *overlay.candidates);
  compare(probe, overlay, options, outcome);
  return outcome;
}

double answer_change_score(std::span<const ProbeOutcome> outcomes) {
  double score = 0;
  for (const ProbeOutcome& outcome : outcomes) score = std::max(score, outcome.strength);
  return score;
}

PaperInfluence paper_influence(std::span<const ProbeOutcome> outcomes) {
  PaperInfluence influence;
  if (outcomes.empty()) return influence;
  for (const ProbeOutcome& outcome : outcomes) {
    influence.capture += outcome.rank > 0 ? 1 : 0;
    influence.mean_shift += outcome.shift;
    influence.max_shift = std::max(influence.max_shift, outcome.shift);
  }
  const auto n = static_cast<double>(outcomes.size());
  influence.capture /= n;
  influence.mean_shift /= n;
  influence.score =
      0.4 * influence.capture + 0.4 * influence.mean_shift + 0.2 * influence.max_shift;
  return influence;
}

}  // namespace ragsieve
