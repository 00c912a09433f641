// The strict reader of a statement: every member is asked for by name, and none may be left over.
#include <algorithm>
#include <array>
#include <string_view>

#include "ragsieve/evidence/frame.h"
#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/members.h"
#include "ragsieve/evidence/statement.h"
#include "ragsieve/json/canonical.h"

namespace ragsieve {
namespace {

constexpr std::size_t kNameBytes = 256;
constexpr Millionths kOutOfReach = kOne + 1;    // a rule that the policy turned off
constexpr Millionths kLargestScore = 3 * kOne;  // paper: three weights of at most 1

std::string one_of(Members& members, std::string_view name,
                   const std::vector<std::string_view>& allowed) {
  std::string value = members.text(name, kNameBytes);
  if (std::ranges::find(allowed, value) != allowed.end()) return value;
  std::string expected;
  for (const std::string_view choice : allowed) {
    expected += (expected.empty() ? "" : ", ") + std::string(choice);
  }
  members.fail(name, "expected one of " + expected);
  return value;
}

SignalStatus status_from(Members& members) {
  constexpr std::array kStatuses = {SignalStatus::kRan, SignalStatus::kSkipped,
                                    SignalStatus::kFailed, SignalStatus::kTimedOut,
                                    SignalStatus::kCutOff};
  const std::string name = members.text("status", kNameBytes);
  for (const SignalStatus status : kStatuses) {
    if (status_name(status) == name) return status;
  }
  members.fail("status", "expected ran, skipped, failed, timed_out or cut_off");
  return SignalStatus::kFailed;
}

Result<Signal> parse_signal(const json::Value& value, const std::string& place) {
  Members members(value, place);
  Signal signal;
  signal.name = members.text("name", kNameBytes);
  signal.status = status_from(members);
  signal.reason = members.optional_text("reason", limits::kStatementTextBytes).value_or("");
  if (signal.status == SignalStatus::kRan) {
    signal.score = members.integer("score", kOne);
    signal.p = members.optional_integer("p", kOne);
  }
  RAGSIEVE_CHECK(members.finish());
  return signal;
}

void parse_signals(Members& members, Statement& statement) {
  for (const json::Value& value : *members.array("signals", limits::kStatementSignals).array()) {
    const std::string place =
        "predicate.signals[" + std::to_string(statement.signals.size()) + "].";
    auto signal = parse_signal(value, place);
    if (!signal.ok()) return members.fail(signal.error());
    for (const Signal& other : statement.signals) {
      if (other.name == signal->name) members.fail("signals", "name the same signal twice");
    }
    statement.signals.push_back(std::move(*signal));
  }
}

void parse_models(Members& members, Statement& statement) {
  for (const json::Value& value : *members.array("models", limits::kStatementModels).array()) {
    Members model(value, "predicate.models[" + std::to_string(statement.models.size()) + "].");
    ModelDigest digest;
    digest.role = model.text("role", kNameBytes);
    digest.name = model.text("name", kNameBytes);
    digest.sha256 = model.digest("sha256");
    if (const Status status = model.finish(); !status.ok()) return members.fail(status.error());
    statement.models.push_back(std::move(digest));
  }
}

void parse_facts(Members& members, FactCounts& facts) {
  Members counts(members.object("facts"), "predicate.facts.");
  facts.conflicts = static_cast<std::uint64_t>(counts.integer("conflicts", json::kLargestInteger));
  facts.retrieved_conflicts =
      static_cast<std::uint64_t>(counts.integer("retrieved_conflicts", json::kLargestInteger));
  if (const Status status = counts.finish(); !status.ok()) members.fail(status.error());
}

void parse_thresholds(Members& members, VerdictThresholds& limits) {
  Members numbers(members.object("thresholds"), "predicate.thresholds.");
  limits.quarantine_from = numbers.integer("quarantine_from", kLargestScore);
  limits.reject_from = numbers.integer("reject_from", kLargestScore);
  limits.anomaly_weight = numbers.integer("anomaly_weight", kOne);
  limits.injection_weight = numbers.integer("injection_weight", kOne);
  limits.influence_weight = numbers.integer("influence_weight", kOne);
  limits.alpha = numbers.integer("alpha", kOne);
  limits.injection_finding = numbers.integer("injection_finding", kOutOfReach);
  limits.injection_strong = numbers.integer("injection_strong", kOutOfReach);
  if (const Status status = numbers.finish(); !status.ok()) members.fail(status.error());
}

void parse_verdict(Members& members, Statement& statement) {
  const std::string name =
      one_of(members, "verdict", {"ADMIT", "QUARANTINE", "REJECT", "INCOMPLETE"});
  statement.verdict = verdict_from_name(name).value_or(Verdict::kIncomplete);
  statement.profile = one_of(members, "profile", {"default", "paper"});
  statement.mode = one_of(members, "mode", {"block", "quarantine", "tag", "observe"});
  statement.score = members.integer("score", kLargestScore);
  statement.p = members.optional_integer("p", kOne);
  statement.alpha = members.integer("alpha", kOne);
  statement.decisive = members.texts("decisive", limits::kStatementRules, kNameBytes);
}

void parse_sources(Members& members, Statement& statement) {
  statement.policy_sha256 = members.optional_digest("policy_sha256");
  statement.corpus_sha256 = members.optional_digest("corpus_sha256");
  statement.calibration_sha256 = members.optional_digest("calibration_sha256");
  statement.probes_sha256 = members.optional_digest("probes_sha256");
  statement.version = members.text("version", kNameBytes);
  statement.time_s = members.time("time");
  statement.previous_sha256 = members.digest("previous_sha256");
}

}  // namespace

Result<Statement> parse_statement(std::string_view bytes) {
  RAGSIEVE_TRY(const Frame frame, parse_frame(bytes));
  if (frame.predicate_type != kScreenPredicate) return unknown_predicate(frame.predicate_type);
  Statement statement;
  statement.subject = frame.subject;
  statement.raw_sha256 = frame.raw_sha256;
  Members members(frame.predicate, "predicate.");
  statement.raw_form = one_of(members, "raw_form", {"file", "record"});
  statement.canonical_sha256 = members.digest("canonical_sha256");
  parse_verdict(members, statement);
  parse_signals(members, statement);
  parse_facts(members, statement.facts);
  parse_thresholds(members, statement.thresholds);
  if (statement.alpha != statement.thresholds.alpha) {
    members.fail("alpha", "differs from thresholds.alpha");
  }
  parse_models(members, statement);
  statement.reasons =
      members.texts("reasons", limits::kStatementReasons, limits::kStatementTextBytes);
  parse_sources(members, statement);
  RAGSIEVE_CHECK(members.finish());
  return statement;
}

}  // namespace ragsieve
