#include "ragsieve/core/policy.h"

#include <algorithm>

namespace ragsieve {
namespace {

void line(std::string& out, std::string_view name, std::string_view value) {
  out += name;
  out += ' ';
  out += value;
  out += '\n';
}

void line(std::string& out, std::string_view name, Millionths value) {
  line(out, name, std::to_string(value));
}

std::string sized(const std::string& text) { return std::to_string(text.size()) + ":" + text; }

std::string allow_line(const AllowEntry& entry) {
  return sized(entry.rule) + " " + sized(entry.text) + " " + sized(entry.text_sha256) + " " +
         sized(entry.note) + " " + sized(entry.until);
}

}  // namespace

SignalUse signal_use(const Policy& policy, std::string_view name) {
  const auto found = std::ranges::find(kSignalNames, name);
  if (found == kSignalNames.end()) return SignalUse::kOff;
  return policy.signals[static_cast<std::size_t>(found - kSignalNames.begin())];
}

std::string canonical_text(const Policy& policy) {
  std::string out = "ragsieve policy 1\n";
  const VerdictThresholds& limits = policy.thresholds;
  line(out, "mode", kModeNames[static_cast<std::size_t>(policy.mode)]);
  line(out, "profile", kGateProfileNames[static_cast<std::size_t>(policy.profile)]);
  line(out, "alpha", limits.alpha);
  line(out, "quarantine_from", limits.quarantine_from);
  line(out, "reject_from", limits.reject_from);
  line(out, "injection_finding", limits.injection_finding);
  line(out, "injection_strong", limits.injection_strong);
  line(out, "conflict_cosine", policy.conflict_cosine);
  line(out, "weight.anomaly", limits.anomaly_weight);
  line(out, "weight.injection", limits.injection_weight);
  line(out, "weight.influence", limits.influence_weight);
  for (std::size_t i = 0; i < kSignalNames.size(); ++i) {
    line(out, "signal." + std::string(kSignalNames[i]),
         kSignalUseNames[static_cast<std::size_t>(policy.signals[i])]);
  }
  line(out, "decisive.p", policy.decisive.p ? 1 : 0);
  line(out, "decisive.injection_strong", policy.decisive.injection_strong ? 1 : 0);
  line(out, "decisive.injection_finding", policy.decisive.injection_finding ? 1 : 0);
  line(out, "decisive.conflict_retrieved", policy.decisive.conflict_retrieved ? 1 : 0);
  line(out, "decisive.conflict_supported", policy.decisive.conflict_supported ? 1 : 0);
  line(out, "window_days", std::to_string(policy.window_days));
  std::vector<std::string> allowed;
  for (const AllowEntry& entry : policy.allow) allowed.push_back(allow_line(entry));
  std::ranges::sort(allowed);
  for (const std::string& entry : allowed) line(out, "allow", entry);
  return out;
}

}  // namespace ragsieve
