#include "ragsieve/pipeline/screen_seal.h"

#include <string>
#include <utility>

#include "ragsieve/pipeline/summaries.h"

namespace ragsieve {
namespace {

std::int64_t now_s(const Clock* clock) {
  return (clock != nullptr ? clock->now_ms() : SystemClock().now_ms()) / 1000;
}

}  // namespace

SealContext seal_context_of(const Gate& gate, const ModelsInUse& models, const Clock* clock) {
  SealContext context;
  context.thresholds = gate.policy().thresholds;
  context.policy_sha256 = gate.digests().policy;
  context.corpus_sha256 = gate.digests().corpus;
  context.calibration_sha256 = gate.digests().calibration;
  context.probes_sha256 = gate.digests().probes;
  const ModelIdentity& encoder = models.encoder->identity();
  context.models.push_back({"encoder", encoder.name, to_hex(encoder.file_digest)});
  if (models.answerer != nullptr) {
    const AnswererIdentity& generator = models.answerer->identity();
    context.models.push_back({"generator", generator.name, to_hex(generator.file_digest)});
  }
  context.version = std::string(program_version());
  context.time_s = now_s(clock);
  return context;
}

Statement decided_statement(const ScreenRecord& record, const Gate& gate, SealContext context) {
  const VerdictInput input = gate.verdict_input_of(record);
  context.thresholds = input.thresholds;
  context.facts = FactCounts{input.conflicts, input.retrieved_conflicts};
  Statement statement = statement_of(record, context);
  statement.p = input.p;
  for (Signal& signal : statement.signals) {
    for (const Signal& counted : input.signals) {
      if (counted.name != signal.name) continue;
      signal.score = counted.score;
      signal.status = counted.status;
      signal.reason = counted.reason;
    }
  }
  return statement;
}

ReviewStatement supersede_statement(const Supersedes& supersedes, const ScreenRecord& record,
                                    const SealContext& context, const std::string& report) {
  ReviewStatement review;
  review.subject = record.id;
  review.raw_sha256 = record.raw_sha256;
  review.action = ReviewAction::kSupersede;
  review.reviewer = supersedes.reviewer;
  review.reason = supersedes.reason;
  review.answers_sha256 = report;
  review.supersedes = supersedes.id;
  review.version = context.version;
  review.time_s = context.time_s;
  return review;
}

}  // namespace ragsieve
