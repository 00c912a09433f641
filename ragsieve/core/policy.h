// What the operator decided about the gate: how strict, which signals, which findings are known and
// allowed. `config` reads it from a file, `gate` applies it, its digest stands in every report.
// A value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/core/signal.h"
#include "ragsieve/core/verdict.h"

namespace ragsieve {

// What becomes of a document that is not admitted.
enum class PolicyMode {
  kBlock,       // REJECT is refused, QUARANTINE held for review
  kQuarantine,  // both are held
  kTag,         // both go on, marked
  kObserve,     // nothing is held, the report is all
};

enum class SignalUse {
  kOff,       // not asked, not counted
  kOn,        // counted where it runs
  kRequired,  // a document for which it could not run is INCOMPLETE
};

inline constexpr std::array<std::string_view, 4> kModeNames = {"block", "quarantine", "tag",
                                                               "observe"};
inline constexpr std::array<std::string_view, 2> kGateProfileNames = {"paper", "default"};
inline constexpr std::array<std::string_view, 3> kSignalUseNames = {"off", "on", "required"};
inline constexpr std::array<std::string_view, 6> kSignalNames = {
    "anomaly", "injection", "influence", "answer_change", "fact_conflict", "corpus_evidence"};

// The rules of the default profile that may decide by themselves.
struct DecisiveRules {
  bool p = true;                   // the p-value of the whole gate
  bool injection_strong = true;    // REJECT
  bool injection_finding = true;   // QUARANTINE
  bool conflict_retrieved = true;  // REJECT
  bool conflict_supported = true;  // QUARANTINE
};

// One finding that is known and allowed: one rule on one span of text, nothing else.
struct AllowEntry {
  std::string rule;         // as in the report: "en.ignore_previous", "fact_conflict"
  std::string text;         // the span's text, exactly; or
  std::string text_sha256;  // 64 lower-case hexadecimal digits of it
  std::string note;         // why
  std::string until;        // "2027-01-31", the last day; empty: for good
};

struct Policy {
  PolicyMode mode = PolicyMode::kBlock;
  GateProfile profile = GateProfile::kDefault;
  VerdictThresholds thresholds;
  // A conflict whose two sentences have a smaller cosine is listed, not counted; 0: all count.
  Millionths conflict_cosine = 0;
  std::array<SignalUse, kSignalNames.size()> signals = {SignalUse::kOn, SignalUse::kOn,
                                                        SignalUse::kOn, SignalUse::kOn,
                                                        SignalUse::kOn, SignalUse::kOn};
  DecisiveRules decisive;
  std::uint64_t window_days = 30;  // admitted this recently, a document counts into the batch
  std::vector<AllowEntry> allow;
};

// kOff for a name that is no signal.
[[nodiscard]] SignalUse signal_use(const Policy& policy, std::string_view name);

// The policy as text that is the same for the same policy, whatever file it came from: what its
// digest is computed of. One "name value" a line, numbers as integers, texts with their length.
[[nodiscard]] std::string canonical_text(const Policy& policy);

}  // namespace ragsieve
