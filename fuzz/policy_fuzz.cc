// Any bytes as a policy file. What is accepted must have thresholds in their ranges and order, and
// the same canonical text when it is read again.

#include <cstdint>
#include <cstdlib>
#include <string>

#include "ragsieve/config/policy.h"

namespace {

bool holds(const ragsieve::Policy& policy) {
  const ragsieve::VerdictThresholds& limits = policy.thresholds;
  if (limits.alpha < 1 || limits.alpha > ragsieve::kOne / 2) return false;
  if (limits.quarantine_from < 0 || limits.quarantine_from > limits.reject_from) return false;
  if (limits.injection_finding < 1 || limits.injection_finding > limits.injection_strong) {
    return false;
  }
  for (const ragsieve::AllowEntry& entry : policy.allow) {
    if (entry.rule.empty() || entry.note.empty()) return false;
    if (entry.text.empty() == entry.text_sha256.empty()) return false;
    if (!entry.until.empty() && entry.until.size() != 10) return false;
  }
  return limits.reject_from <= ragsieve::kOne && limits.injection_strong <= ragsieve::kOne;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto policy = ragsieve::parse_policy(text, "policy.toml");
  if (!policy.ok()) {
    if (policy.error().where.path != "policy.toml") std::abort();
    return 0;
  }
  if (!holds(*policy)) std::abort();
  const auto again = ragsieve::parse_policy(text, "");
  if (!again.ok() || canonical_text(*again) != canonical_text(*policy)) std::abort();
  return 0;
}
