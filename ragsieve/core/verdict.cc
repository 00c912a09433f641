#include "ragsieve/core/verdict.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ragsieve {
namespace {

constexpr std::array<std::pair<Verdict, std::string_view>, 4> kNames{{
    {Verdict::kAdmit, "ADMIT"},
    {Verdict::kQuarantine, "QUARANTINE"},
    {Verdict::kReject, "REJECT"},
    {Verdict::kIncomplete, "INCOMPLETE"},
}};

const Signal* find(const VerdictInput& input, std::string_view name) {
  for (const Signal& signal : input.signals) {
    if (signal.name == name) return &signal;
  }
  return nullptr;
}

Decision decide_paper(const VerdictInput& input) {
  const VerdictThresholds& limits = input.thresholds;
  const std::array<std::pair<std::string_view, Millionths>, 3> weights{{
      {"anomaly", limits.anomaly_weight},
      {"injection", limits.injection_weight},
      {"influence", limits.influence_weight},
  }};
  Decision decision;
  bool complete = true;
  Millionths sum = 0;  // millionths squared, rounded once
  for (const auto& [name, weight] : weights) {
    const Signal* signal = find(input, name);
    if (signal == nullptr || signal->status != SignalStatus::kRan) {
      complete = false;
      continue;
    }
    sum += signal->score * weight;
  }
  decision.score = (sum + kOne / 2) / kOne;
  if (decision.score >= limits.reject_from) {
    decision.verdict = Verdict::kReject;
    decision.decisive.emplace_back("score.reject");
  } else if (!complete) {
    decision.verdict = Verdict::kIncomplete;
  } else if (decision.score >= limits.quarantine_from) {
    decision.verdict = Verdict::kQuarantine;
    decision.decisive.emplace_back("score.quarantine");
  } else {
    decision.verdict = Verdict::kAdmit;
  }
  return decision;
}

struct Rules {
  std::vector<std::string> reject;
  std::vector<std::string> quarantine;
  bool unfinished = false;
};

Rules fired(const VerdictInput& input) {
  Rules rules;
  const VerdictThresholds& limits = input.thresholds;
  const Signal* injection = find(input, "injection");
  if (injection != nullptr && injection->status == SignalStatus::kRan) {
    if (injection->score >= limits.injection_strong) {
      rules.reject.emplace_back("injection.strong");
    } else if (injection->score >= limits.injection_finding) {
      rules.quarantine.emplace_back("injection.finding");
    }
  }
  if (input.retrieved_conflicts > 0) rules.reject.emplace_back("conflict.retrieved");
  if (input.conflicts > 0) rules.quarantine.emplace_back("conflict.supported");
  if (input.p) {
    if (*input.p * 10 <= limits.alpha) {
      rules.reject.emplace_back("p.reject");
    } else if (*input.p <= limits.alpha) {
      rules.quarantine.emplace_back("p.quarantine");
    }
  }
  bool ran = false;
  for (const Signal& signal : input.signals) {
    rules.unfinished = rules.unfinished || is_unfinished(signal);
    ran = ran || signal.status == SignalStatus::kRan;
  }
  rules.unfinished = rules.unfinished || !ran;  // nothing looked: never clean
  return rules;
}

Decision decide_default(const VerdictInput& input) {
  Rules rules = fired(input);
  Decision decision;
  if (!rules.reject.empty()) {
    decision.verdict = Verdict::kReject;
  } else if (rules.unfinished) {
    decision.verdict = Verdict::kIncomplete;
  } else if (!rules.quarantine.empty()) {
    decision.verdict = Verdict::kQuarantine;
  } else {
    decision.verdict = Verdict::kAdmit;
  }
  decision.decisive = std::move(rules.reject);
  decision.decisive.insert(decision.decisive.end(), rules.quarantine.begin(),
                           rules.quarantine.end());
  if (input.p) {
    decision.score = kOne - std::clamp<Millionths>(*input.p, 0, kOne);
  } else if (input.conflicts > 0 || input.retrieved_conflicts > 0) {
    decision.score = kOne;
  } else if (const Signal* injection = find(input, "injection");
             injection != nullptr && injection->status == SignalStatus::kRan) {
    decision.score = injection->score;
  }
  return decision;
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  for (const auto& [value, name] : kNames) {
    if (value == verdict) return name;
  }
  return "INCOMPLETE";
}

std::optional<Verdict> verdict_from_name(std::string_view name) {
  for (const auto& [value, known] : kNames) {
    if (known == name) return value;
  }
  return std::nullopt;
}

Decision decide(const VerdictInput& input) {
  return input.profile == GateProfile::kPaper ? decide_paper(input) : decide_default(input);
}

}  // namespace ragsieve
