#include "ragsieve/pipeline/generated_answers.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "ragsieve/detect/conflict.h"
#include "ragsieve/detect/retrieval_overlay.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/text/decisive_tokens.h"

namespace ragsieve {
namespace {

using Passages = std::vector<std::string_view>;

SignalStatus status_of(Code code) {
  if (code == Code::kTimedOut) return SignalStatus::kTimedOut;
  if (code == Code::kTooLarge) return SignalStatus::kCutOff;
  return SignalStatus::kFailed;
}

class ProbeAnswers {
 public:
  ProbeAnswers(const AnswerQuestion& question, Answerer& answerer, const RunOptions& run)
      : question_(question), answerer_(answerer), run_(run) {}

  Result<GeneratedAnswer> ask(std::size_t probe) {
    GeneratedAnswer answer;
    answer.probe = probe;
    const AskedProbe asked = question_.scoring->probes->at(probe);
    const ProbeOutcome& outcome = question_.scores->probe_outcomes[probe];
    const Passages clean = passages(outcome.clean);
    RAGSIEVE_TRY(answer.before, text(asked.question, clean));
    RAGSIEVE_TRY(answer.after, text(asked.question, passages(outcome.with)));
    if (answer.before == answer.after) return answer;
    RAGSIEVE_TRY(answer.shift, shift(answer));
    RAGSIEVE_TRY(answer.changed, changed(asked.question, clean, answer));
    if (answer.changed && outcome.supported) answer.strength = support(outcome) * conflict(answer);
    return answer;
  }

 private:
  Passages passages(std::span<const RankedChunk> ranking) const {
    Passages texts;
    for (const RankedChunk& chunk : ranking) {
      const EncodedDocuments& set =
          chunk.candidate ? *question_.set : question_.scoring->trusted->view();
      texts.push_back(set.chunk(chunk.chunk));
    }
    return texts;
  }

  Result<std::string> text(std::string_view question, const Passages& passages) {
    RAGSIEVE_TRY(Answer answer, answerer_.answer(question, passages, run_));
    return std::move(answer.text);
  }

  Result<double> shift(const GeneratedAnswer& answer) {
    const std::array<std::string_view, 2> texts{answer.before, answer.after};
    RAGSIEVE_TRY(const Matrix rows,
                 question_.scoring->encoder->encode(texts, TextKind::kPassage, run_));
    return std::clamp(1 - cosine(rows.row(0), 1, rows.row(1), 1), 0.0, 1.0);
  }

  // The clean context reordered, and without its last passage: what the generator does by itself.
  Result<bool> changed(std::string_view question, const Passages& clean,
                       const GeneratedAnswer& answer) {
    if (!decisive_tokens_differ(answer.before, answer.after)) return false;
    Passages reordered(clean.rbegin(), clean.rend());
    Passages shorter(clean.begin(), clean.empty() ? clean.end() : std::prev(clean.end()));
    for (const Passages& variant : {reordered, shorter}) {
      if (variant.empty() || variant == clean) continue;
      RAGSIEVE_TRY(const std::string noise, text(question, variant));
      if (!decisive_tokens_differ(noise, answer.after)) return false;
    }
    return true;
  }

  // How far the two answers contradict each other, as of the extractive ones.
  double conflict(const GeneratedAnswer& answer) const {
    return compare_facts(FactSentence(answer.after), FactSentence(answer.before), 1 - answer.shift,
                         question_.scoring->trusted->rarity())
        .score;
  }

  static double support(const ProbeOutcome& outcome) {
    return outcome.before ? std::clamp(outcome.before->cosine, 0.0, 1.0) : 0;
  }

  const AnswerQuestion& question_;
  Answerer& answerer_;
  const RunOptions& run_;
};

}  // namespace

Result<GeneratedAnswers> generated_answers(const AnswerQuestion& question, Answerer& answerer,
                                           const RunOptions& run) {
  GeneratedAnswers generated;
  generated.asked = true;
  ProbeAnswers probes(question, answerer, run);
  for (std::size_t p = 0; p < question.scores->probe_outcomes.size(); ++p) {
    if (question.scores->probe_outcomes[p].rank == 0) continue;
    Result<GeneratedAnswer> answer = probes.ask(p);
    if (!answer.ok()) {
      if (answer.error().code == Code::kCancelled) return answer.error();
      generated.status = status_of(answer.error().code);
      generated.reason = "the generator could not answer probe " +
                         question.scoring->probes->probes[p].id + ": " + answer.error().message;
      return generated;
    }
    generated.answers.push_back(*std::move(answer));
  }
  return generated;
}

}  // namespace ragsieve
