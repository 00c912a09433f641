#include "ragsieve/gate/policy_rules.h"

#include <algorithm>

namespace ragsieve {
namespace {

bool names_text(const AllowEntry& entry, std::string_view text,
                const PolicySurroundings& surroundings) {
  if (text.empty()) return false;
  if (!entry.text.empty()) return entry.text == text;
  return surroundings.sha256_hex && !entry.text_sha256.empty() &&
         surroundings.sha256_hex(text) == entry.text_sha256;
}

bool in_force(const AllowEntry& entry, std::string_view today) {
  if (entry.until.empty()) return true;
  return !today.empty() && today <= entry.until;  // ISO days sort as texts
}

}  // namespace

const AllowEntry* silencing_entry(const Policy& policy, std::string_view rule,
                                  std::string_view span_text,
                                  const PolicySurroundings& surroundings) {
  const auto found = std::ranges::find_if(policy.allow, [&](const AllowEntry& entry) {
    return entry.rule == rule && in_force(entry, surroundings.today) &&
           names_text(entry, span_text, surroundings);
  });
  return found == policy.allow.end() ? nullptr : &*found;
}

bool silenced(const Policy& policy, std::string_view rule, std::string_view span_text,
              const PolicySurroundings& surroundings) {
  return silencing_entry(policy, rule, span_text, surroundings) != nullptr;
}

Millionths injection_score(const InjectionRecord& injection, const Policy& policy,
                           const PolicySurroundings& surroundings) {
  bool any = false;
  double remaining = 1;
  for (const InjectionFinding& finding : injection.findings) {
    if (silenced(policy, finding.rule, finding.span.text, surroundings)) {
      any = true;
    } else {
      remaining *= 1 - std::clamp(finding.weight, 0.0, 1.0);
    }
  }
  if (!any) return injection.signal.score;
  return std::min(injection.signal.score, to_millionths(1 - remaining));
}

bool counts(const ConflictRecord& conflict, const Policy& policy,
            const PolicySurroundings& surroundings) {
  return conflict.supported && !conflict.superseded &&
         to_millionths(conflict.cosine) >= policy.conflict_cosine &&
         !silenced(policy, kConflictRule, conflict.sentence, surroundings);
}

DocumentAction action_of(PolicyMode mode, Verdict verdict) {
  if (verdict == Verdict::kAdmit) return DocumentAction::kAdmit;
  if (mode == PolicyMode::kObserve) return DocumentAction::kReport;
  if (verdict == Verdict::kIncomplete) return DocumentAction::kHold;
  if (mode == PolicyMode::kTag) return DocumentAction::kMark;
  if (mode == PolicyMode::kQuarantine) return DocumentAction::kHold;
  return verdict == Verdict::kReject ? DocumentAction::kRefuse : DocumentAction::kHold;
}

}  // namespace ragsieve
