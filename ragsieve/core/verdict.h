// The pure rule from signals to a verdict (methods.md 3.1 and 3.2). Integers only: gate and verify
// share it, so a sealed report that says ADMIT can be checked without the corpus.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/core/signal.h"

namespace ragsieve {

enum class Verdict { kAdmit, kQuarantine, kReject, kIncomplete };

// "ADMIT", "QUARANTINE", "REJECT", "INCOMPLETE"
[[nodiscard]] std::string_view verdict_name(Verdict verdict);
[[nodiscard]] std::optional<Verdict> verdict_from_name(std::string_view name);

enum class GateProfile { kPaper, kDefault };

struct VerdictThresholds {
  // paper: score below the first is ADMIT, below the second QUARANTINE, else REJECT
  Millionths quarantine_from = 350'000;
  Millionths reject_from = 650'000;
  // paper: weights of "anomaly", "injection", "influence"
  Millionths anomaly_weight = 250'000;
  Millionths injection_weight = 250'000;
  Millionths influence_weight = 500'000;
  // default: p at or below alpha is QUARANTINE, at or below alpha / 10 REJECT
  Millionths alpha = 10'000;
  // default: injection score from which it is QUARANTINE, and REJECT
  Millionths injection_finding = 500'000;
  Millionths injection_strong = 900'000;
};

struct VerdictInput {
  GateProfile profile = GateProfile::kDefault;
  VerdictThresholds thresholds;
  std::vector<Signal> signals;
  std::optional<Millionths> p;  // of the whole gate; none where the corpus cannot calibrate
  // Conflicts with a supported fact that count (not superseded, not allowed), and how many of them
  // are by a chunk that is retrieved for a probe about that fact.
  std::uint64_t conflicts = 0;
  std::uint64_t retrieved_conflicts = 0;
};

struct Decision {
  Verdict verdict = Verdict::kIncomplete;
  Millionths score = 0;               // paper: the fused score; default: 1 - p
  std::vector<std::string> decisive;  // "injection.strong", "conflict.retrieved", "p.reject", ...
};

// paper: linear fusion of the three signals; a missing one is INCOMPLETE, unless the others alone
// already reach REJECT. default: the table of methods.md 3.2; INCOMPLETE where a signal did not
// finish and nothing else says REJECT. Without p the score is that of the strongest finding: the
// injection score, or 1 where a conflict decides.
[[nodiscard]] Decision decide(const VerdictInput& input);

}  // namespace ragsieve
