// One signal of the gate as a value: what it measured and whether it could. A signal that did not
// run is never a zero.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ragsieve {

// Scores and p-values are compared and reported as millionths, so that a report alone gives the
// same verdict again.
using Millionths = std::int64_t;
inline constexpr Millionths kOne = 1'000'000;

// Nearest, halves away from zero; NaN is 0, beyond +-1e6 is cut.
[[nodiscard]] Millionths to_millionths(double value);
[[nodiscard]] inline double from_millionths(Millionths value) {
  return static_cast<double>(value) / static_cast<double>(kOne);
}

enum class SignalStatus { kRan, kSkipped, kFailed, kTimedOut, kCutOff };

// "ran", "skipped", "failed", "timed_out", "cut_off"
[[nodiscard]] std::string_view status_name(SignalStatus status);

struct Signal {
  std::string name;  // "anomaly", "injection", "answer_change", "fact_conflict", ...
  SignalStatus status = SignalStatus::kSkipped;
  std::string reason;           // why it did not run; empty where it ran
  Millionths score = 0;         // [0, 1], where it ran
  std::optional<Millionths> p;  // conformal p-value, where it ran and the corpus can calibrate it
};

// A signal that should have run and did not finish: failed, timed out, cut off.
[[nodiscard]] inline bool is_unfinished(const Signal& signal) {
  return signal.status != SignalStatus::kRan && signal.status != SignalStatus::kSkipped;
}

}  // namespace ragsieve
