// Statements for tests: one screening that admits, one review. Consistent with decide().
#pragma once

#include <string>
#include <string_view>

#include "ragsieve/base/digest.h"
#include "ragsieve/core/verdict.h"
#include "ragsieve/evidence/document_digests.h"
#include "ragsieve/evidence/review.h"
#include "ragsieve/evidence/statement.h"

namespace ragsieve::testing_evidence {

inline constexpr std::string_view kDocument = "# First aid\n\nThe kit hangs beside the door.\n";
inline constexpr std::int64_t kNoon = 1'714'564'800;  // 2024-05-01T12:00:00Z

inline Signal ran(std::string name, Millionths score, Millionths p) {
  return Signal{std::move(name), SignalStatus::kRan, "", score, p};
}

inline void decide_again(Statement& statement) {
  Decision decision = decide(verdict_input_of(statement));
  statement.verdict = decision.verdict;
  statement.score = decision.score;
  statement.decisive = std::move(decision.decisive);
}

inline Statement sample_statement(std::string_view document = kDocument) {
  Statement statement;
  statement.subject = "handbook/first-aid.md";
  const auto digests = document_digests(document);
  statement.raw_sha256 = to_hex(digests->raw);
  statement.canonical_sha256 = to_hex(digests->canonical);
  statement.signals = {ran("anomaly", 120'000, 410'000),
                       ran("injection", 0, 1'000'000),
                       ran("influence", 30'000, 500'000),
                       ran("answer_change", 0, 1'000'000),
                       ran("fact_conflict", 0, 1'000'000),
                       Signal{"corpus_evidence", SignalStatus::kSkipped, "no batch", 0, {}}};
  statement.p = 820'000;
  statement.policy_sha256 = std::string(64, 'a');
  statement.corpus_sha256 = std::string(64, 'b');
  statement.calibration_sha256 = std::string(64, 'c');
  statement.probes_sha256 = std::string(64, 'd');
  statement.models = {{"encoder", "all-minilm-l6-v2-f32", std::string(64, 'e')}};
  statement.reasons = {"Nothing speaks against it.", "anomaly: as near as most passages"};
  statement.version = "0.1.0";
  statement.time_s = kNoon;
  decide_again(statement);
  return statement;
}

inline ReviewStatement sample_review() {
  ReviewStatement review;
  review.subject = "handbook/first-aid.md";
  review.raw_sha256 = to_hex(document_digests(kDocument)->raw);
  review.reviewer = "R. Viewer";
  review.reason = "checked with the safety officer";
  review.answers_sha256 = std::string(64, '7');
  review.version = "0.1.0";
  review.time_s = kNoon + 60;
  return review;
}

}  // namespace ragsieve::testing_evidence
