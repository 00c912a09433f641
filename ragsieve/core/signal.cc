#include "ragsieve/core/signal.h"

#include <algorithm>
#include <cmath>

namespace ragsieve {

Millionths to_millionths(double value) {
  if (std::isnan(value)) return 0;
  const double cut = std::clamp(value, -1e6, 1e6);
  return static_cast<Millionths>(std::llround(cut * static_cast<double>(kOne)));
}

std::string_view status_name(SignalStatus status) {
  switch (status) {
    case SignalStatus::kRan:
      return "ran";
    case SignalStatus::kSkipped:
      return "skipped";
    case SignalStatus::kFailed:
      return "failed";
    case SignalStatus::kTimedOut:
      return "timed_out";
    case SignalStatus::kCutOff:
      return "cut_off";
  }
  return "failed";
}

}  // namespace ragsieve
