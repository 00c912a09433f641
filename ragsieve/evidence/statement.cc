#include "ragsieve/evidence/statement.h"

#include <algorithm>
#include <utility>

#include "ragsieve/base/utf8.h"
#include "ragsieve/evidence/frame.h"
#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/utc_time.h"
#include "ragsieve/json/value.h"

namespace ragsieve {
namespace {

constexpr std::string_view kEllipsis = "\u2026";

// At most the limit, cut between code points.
std::string cut(std::string text) {
  if (text.size() <= limits::kStatementTextBytes) return text;
  std::size_t end = limits::kStatementTextBytes - kEllipsis.size();
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  text.resize(end);
  return text.append(kEllipsis);
}

Signal named(Signal signal, std::string_view name) {
  if (signal.name.empty()) signal.name = name;
  signal.reason = cut(std::move(signal.reason));
  return signal;
}

FactCounts counted(const FactConflictRecord& record) {
  FactCounts counts;
  for (const ConflictRecord& conflict : record.conflicts) {
    if (!conflict.supported || conflict.superseded) continue;
    ++counts.conflicts;
    if (conflict.retrieved) ++counts.retrieved_conflicts;
  }
  return counts;
}

json::Value count(std::uint64_t number) { return static_cast<std::int64_t>(number); }

json::Value texts(const std::vector<std::string>& list) {
  return json::Array(list.begin(), list.end());
}

void add_text(json::Object& object, std::string name, const std::string& text) {
  if (!text.empty()) object.emplace_back(std::move(name), text);
}

json::Value signals(const Statement& statement) {
  json::Array array;
  for (const Signal& signal : statement.signals) {
    json::Object object{{"name", signal.name}, {"status", status_name(signal.status)}};
    add_text(object, "reason", signal.reason);
    if (signal.status == SignalStatus::kRan) {
      object.emplace_back("score", signal.score);
      if (signal.p) object.emplace_back("p", *signal.p);
    }
    array.emplace_back(std::move(object));
  }
  return array;
}

json::Value models(const Statement& statement) {
  json::Array array;
  for (const ModelDigest& model : statement.models) {
    array.emplace_back(
        json::Object{{"role", model.role}, {"name", model.name}, {"sha256", model.sha256}});
  }
  return array;
}

json::Value thresholds(const VerdictThresholds& limits) {
  return json::Object{{"quarantine_from", limits.quarantine_from},
                      {"reject_from", limits.reject_from},
                      {"anomaly_weight", limits.anomaly_weight},
                      {"injection_weight", limits.injection_weight},
                      {"influence_weight", limits.influence_weight},
                      {"alpha", limits.alpha},
                      {"injection_finding", limits.injection_finding},
                      {"injection_strong", limits.injection_strong}};
}

json::Value predicate(const Statement& statement) {
  json::Object object{
      {"raw_form", statement.raw_form},
      {"canonical_sha256", statement.canonical_sha256},
      {"verdict", verdict_name(statement.verdict)},
      {"profile", statement.profile},
      {"mode", statement.mode},
      {"score", statement.score},
      {"alpha", statement.alpha},
      {"decisive", texts(statement.decisive)},
      {"signals", signals(statement)},
      {"facts", json::Object{{"conflicts", count(statement.facts.conflicts)},
                             {"retrieved_conflicts", count(statement.facts.retrieved_conflicts)}}},
      {"thresholds", thresholds(statement.thresholds)},
      {"models", models(statement)},
      {"reasons", texts(statement.reasons)},
      {"version", statement.version},
      {"time", format_utc(statement.time_s)},
      {"previous_sha256", statement.previous_sha256}};
  if (statement.p) object.emplace_back("p", *statement.p);
  add_text(object, "policy_sha256", statement.policy_sha256);
  add_text(object, "corpus_sha256", statement.corpus_sha256);
  add_text(object, "calibration_sha256", statement.calibration_sha256);
  add_text(object, "probes_sha256", statement.probes_sha256);
  return object;
}

void copy_context(const SealContext& context, Statement& statement) {
  statement.thresholds = context.thresholds;
  if (context.facts) statement.facts = *context.facts;
  statement.policy_sha256 = context.policy_sha256;
  statement.corpus_sha256 = context.corpus_sha256;
  statement.calibration_sha256 = context.calibration_sha256;
  statement.probes_sha256 = context.probes_sha256;
  statement.models = context.models;
  statement.version = context.version;
  statement.time_s = context.time_s;
}

}  // namespace

Statement statement_of(const ScreenRecord& record, const SealContext& context) {
  Statement statement;
  statement.subject = cut(record.id.empty() ? record.path : record.id);
  statement.raw_sha256 = record.raw_sha256;
  statement.raw_form = record.raw_form;
  statement.canonical_sha256 = record.canonical_sha256;
  statement.verdict = record.verdict;
  statement.profile = record.profile;
  statement.mode = record.mode;
  statement.score = record.score;
  statement.p = record.p;
  statement.alpha = record.alpha;
  statement.decisive = record.decisive;
  statement.signals = {named(record.anomaly.signal, "anomaly"),
                       named(record.injection.signal, "injection"),
                       named(record.influence.signal, "influence"),
                       named(record.answer_change, "answer_change"),
                       named(record.fact_conflict.signal, "fact_conflict"),
                       named(record.corpus_evidence.signal, "corpus_evidence")};
  statement.facts = counted(record.fact_conflict);
  const std::size_t n_reasons = std::min(record.reasons.size(), limits::kStatementReasons);
  for (std::size_t i = 0; i < n_reasons; ++i) statement.reasons.push_back(cut(record.reasons[i]));
  copy_context(context, statement);
  return statement;
}

VerdictInput verdict_input_of(const Statement& statement) {
  VerdictInput input;
  input.profile = statement.profile == "paper" ? GateProfile::kPaper : GateProfile::kDefault;
  input.thresholds = statement.thresholds;
  input.signals = statement.signals;
  input.p = statement.p;
  input.conflicts = statement.facts.conflicts;
  input.retrieved_conflicts = statement.facts.retrieved_conflicts;
  return input;
}

std::string to_canonical_json(const Statement& statement) {
  return to_canonical_json(Frame{statement.subject, statement.raw_sha256,
                                 std::string(kScreenPredicate), predicate(statement)});
}

}  // namespace ragsieve
