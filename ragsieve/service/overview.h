// The service at a glance: verdicts by day, what waits, what is being worked on, how often the gate
// raises an alarm, and whether the scores of its signals drift. Thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/clock.h"
#include "ragsieve/base/result.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

struct DayOfVerdicts {
  std::int64_t day = 0;  // since 1970-01-01, UTC
  std::int64_t admit = 0;
  std::int64_t quarantine = 0;
  std::int64_t reject = 0;
  std::int64_t incomplete = 0;
};

// How far the scores of a signal in one week have moved from those of the reference.
struct WeekOfDrift {
  std::string signal;
  std::int64_t week = 0;      // its Monday, in days since 1970-01-01
  std::optional<double> psi;  // none: too few scores to tell
  std::int64_t n = 0;         // scores of the week
};

struct OverviewReport {
  std::int64_t waiting = 0;
  std::int64_t queued = 0;           // jobs
  std::int64_t running = 0;          // jobs
  std::vector<DayOfVerdicts> days;   // every day, the oldest first, the last one today
  std::optional<double> alarm_rate;  // of those days: held back or rejected, of all but INCOMPLETE
  std::vector<WeekOfDrift> drift;    // weeks that the days touch, by signal and week
};

class Overview {
 public:
  static constexpr std::int64_t kMostDays = 366;
  static constexpr std::int64_t kReferenceWeeks = 4;
  static constexpr std::int64_t kFewestScores = 200;  // of the reference and of a week

  Overview(StateStore& state, const Clock& clock) : state_(state), clock_(clock) {}

  // The last `n_days` (1 to kMostDays), today included. Drift is the population stability index
  // (stats/population_stability.h) over at most ten bins of about the same mass, cut at hundredths
  // by the reference: the first four weeks, from the Monday of the first verdict on. Weeks of the
  // reference have none. Errors of the state.
  [[nodiscard]] Result<OverviewReport> report(std::int64_t n_days);

 private:
  [[nodiscard]] Result<std::optional<std::int64_t>> first_week();
  [[nodiscard]] Result<std::vector<std::int64_t>> reference(const std::string& signal,
                                                            std::int64_t first_week);
  [[nodiscard]] Result<WeekOfDrift> drift_of(const std::string& signal, std::int64_t week,
                                             const std::vector<std::int64_t>& reference);

  StateStore& state_;
  const Clock& clock_;
  // What lies behind never changes: verdicts are only added, at the end.
  std::mutex mutex_;
  std::optional<std::int64_t> first_week_;
  std::map<std::string, std::vector<std::int64_t>> references_;
};

}  // namespace ragsieve
