// What the metrics say of the state: what waits, the jobs, how many verdicts there are. Read in one
// piece and at most every ten seconds, so that nobody can keep the state busy by asking; verdicts
// are counted from where the last reading ended. Thread-safe.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>

#include "ragsieve/base/clock.h"
#include "ragsieve/base/result.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

struct StateFigures {
  std::int64_t waiting = 0;  // documents, for a reviewer
  std::int64_t queued = 0;   // jobs
  std::int64_t running = 0;  // jobs
  VerdictTotals verdicts;    // all that the state has
};

class MetricsSource {
 public:
  static constexpr std::int64_t kKeptMs = 10'000;

  MetricsSource(StateStore& state, const Clock& clock) : state_(state), clock_(clock) {}

  // The figures, at most kKeptMs old. Errors of the state: then the next call tries again.
  [[nodiscard]] Result<StateFigures> read();

 private:
  StateStore& state_;
  const Clock& clock_;
  std::mutex mutex_;
  StateFigures figures_;
  std::optional<std::int64_t> read_ms_;
};

}  // namespace ragsieve
