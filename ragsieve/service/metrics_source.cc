#include "ragsieve/service/metrics_source.h"

namespace ragsieve {

Result<StateFigures> MetricsSource::read() {
  const std::lock_guard lock(mutex_);
  const std::int64_t now_ms = clock_.now_ms();
  // A clock that was set back does not keep old figures.
  if (read_ms_ && now_ms >= *read_ms_ && now_ms - *read_ms_ < kKeptMs) return figures_;
  StateFigures figures = figures_;
  RAGSIEVE_CHECK(state_.use([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(figures.waiting, stores.verdicts.count_waiting());
    RAGSIEVE_TRY(figures.queued, stores.jobs.count(JobState::kQueued));
    RAGSIEVE_TRY(figures.running, stores.jobs.count(JobState::kRunning));
    return stores.verdicts.add_to(figures.verdicts);
  }));
  figures_ = figures;
  read_ms_ = now_ms;
  return figures;
}

}  // namespace ragsieve
