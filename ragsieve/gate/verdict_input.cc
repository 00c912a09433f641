#include "ragsieve/gate/verdict_input.h"

#include <algorithm>
#include <array>
#include <string>

namespace ragsieve {
namespace {

constexpr Millionths kOutOfReach = kOne + 1;  // of a score

struct NamedSignal {
  std::string_view name;
  const Signal* signal;
};

std::array<NamedSignal, kSignalNames.size()> signals_of(const ScreenRecord& record) {
  return {{{"anomaly", &record.anomaly.signal},
           {"injection", &record.injection.signal},
           {"influence", &record.influence.signal},
           {"answer_change", &record.answer_change},
           {"fact_conflict", &record.fact_conflict.signal},
           {"corpus_evidence", &record.corpus_evidence.signal}}};
}

bool of_profile(GateProfile profile, std::string_view name) {
  if (profile == GateProfile::kDefault) return name != "influence";
  return name == "anomaly" || name == "injection" || name == "influence";
}

// The linear fusion wants all of its signals: one that is off weighs nothing.
Signal switched_off(std::string_view name) {
  Signal signal;
  signal.name = name;
  signal.status = SignalStatus::kRan;
  signal.reason = "switched off by the policy";
  return signal;
}

void add_signal(VerdictInput& input, const NamedSignal& named, const Policy& policy) {
  if (!of_profile(policy.profile, named.name)) return;
  const SignalUse use = signal_use(policy, named.name);
  if (use == SignalUse::kOff) {
    if (policy.profile == GateProfile::kPaper) input.signals.push_back(switched_off(named.name));
    return;
  }
  Signal signal = *named.signal;
  signal.name = named.name;
  if (use == SignalUse::kRequired && signal.status == SignalStatus::kSkipped) {
    signal.status = SignalStatus::kFailed;
    signal.reason =
        "required by the policy, but skipped" + (signal.reason.empty() ? "" : ": " + signal.reason);
  }
  input.signals.push_back(std::move(signal));
}

void count_conflicts(VerdictInput& input, const ScreenRecord& record, const Policy& policy,
                     const PolicySurroundings& surroundings) {
  if (!takes_part(policy, "fact_conflict")) return;
  for (const ConflictRecord& conflict : record.fact_conflict.conflicts) {
    if (!counts(conflict, policy, surroundings)) continue;
    if (policy.decisive.conflict_supported) ++input.conflicts;
    if (policy.decisive.conflict_retrieved && conflict.retrieved) ++input.retrieved_conflicts;
  }
}

void note_silenced(ScreenRecord& record, std::string_view rule, const Span& span,
                   const AllowEntry* entry) {
  if (entry == nullptr) return;
  record.notes.push_back("allowed by the policy: " + std::string(rule) + " at line " +
                         std::to_string(span.line) + ", column " + std::to_string(span.column) +
                         " (" + entry->note + ")");
}

}  // namespace

bool takes_part(const Policy& policy, std::string_view signal) {
  const SignalUse use = signal_use(policy, signal);
  const bool reported = policy.profile == GateProfile::kDefault && signal == "anomaly";
  if (reported) return use == SignalUse::kRequired;
  return of_profile(policy.profile, signal) && use != SignalUse::kOff;
}

VerdictInput verdict_input(const ScreenRecord& record, const Policy& policy,
                           const PolicySurroundings& surroundings) {
  VerdictInput input;
  input.profile = policy.profile;
  input.thresholds = policy.thresholds;
  if (!policy.decisive.injection_strong) input.thresholds.injection_strong = kOutOfReach;
  if (!policy.decisive.injection_finding) input.thresholds.injection_finding = kOutOfReach;
  if (policy.decisive.p) input.p = record.p;
  for (const NamedSignal& named : signals_of(record)) add_signal(input, named, policy);
  for (Signal& signal : input.signals) {
    if (signal.name == "injection" && takes_part(policy, signal.name)) {
      signal.score = injection_score(record.injection, policy, surroundings);
    }
  }
  count_conflicts(input, record, policy, surroundings);
  return input;
}

void give_verdict(ScreenRecord& record, const Policy& policy,
                  const PolicySurroundings& surroundings) {
  const Decision decision = decide(verdict_input(record, policy, surroundings));
  record.verdict = decision.verdict;
  record.score = decision.score;
  record.decisive = decision.decisive;
  record.alpha = policy.thresholds.alpha;
  record.mode = kModeNames[static_cast<std::size_t>(policy.mode)];
  record.profile = kGateProfileNames[static_cast<std::size_t>(policy.profile)];
  for (const InjectionFinding& finding : record.injection.findings) {
    note_silenced(record, finding.rule, finding.span,
                  silencing_entry(policy, finding.rule, finding.span.text, surroundings));
  }
  for (const ConflictRecord& conflict : record.fact_conflict.conflicts) {
    note_silenced(record, kConflictRule, conflict.span,
                  silencing_entry(policy, kConflictRule, conflict.sentence, surroundings));
  }
}

}  // namespace ragsieve
