// The monitors: corpora that are watched, how often, and who is told (docs/design/monitor.md).
// Thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/clock.h"
#include "ragsieve/base/result.h"
#include "ragsieve/service/job_runner.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

inline constexpr char kMonitorJob[] = "monitor";

struct MonitorRequest {
  std::string corpus;
  std::string schedule;  // interval.h
  std::string webhook;   // empty: nobody is told
};

// A monitor and what waits of it.
struct ShownMonitor {
  Monitor monitor;
  DeliveryCounts deliveries;
  std::optional<std::int64_t> next_us;  // when it is due; none: at once
};

// The request of its jobs.
[[nodiscard]] std::string monitor_request(const std::string& monitor);
[[nodiscard]] Result<std::string> monitor_of_request(const std::string& request);

class Monitors {
 public:
  // `can_sign`: there is a key for webhooks.
  Monitors(StateStore& state, JobRunner& jobs, const Clock& clock, bool can_sign)
      : state_(state), jobs_(jobs), clock_(clock), can_sign_(can_sign) {}

  // Adds or changes it, with its line of the log; what a monitor of another corpus saw is
  // forgotten. kInvalidArgument for the name (a-z, 0-9, _ and -, 1 to 64), kInvalidInput for a
  // member: no such corpus, no interval, no address, a webhook without a key to sign with.
  [[nodiscard]] Result<ShownMonitor> put(const std::string& name, const MonitorRequest& request,
                                         const std::string& who);
  [[nodiscard]] Result<std::vector<ShownMonitor>> list();  // the oldest first
  // kNotFound, of all that follow.
  [[nodiscard]] Result<ShownMonitor> find(const std::string& name);
  [[nodiscard]] Status remove(const std::string& name, const std::string& who);

  // Queues a look, or gives the one that is queued or running; the id of its job.
  [[nodiscard]] Result<std::string> look(const std::string& name, const std::string& who,
                                         const std::optional<IdempotentRequest>& once);
  // What its looks found, newest first.
  [[nodiscard]] Result<std::vector<StoredLook>> looks(const std::string& name, const Page& page);

 private:
  [[nodiscard]] Result<Monitor> stored(const std::string& name);
  [[nodiscard]] Result<ShownMonitor> shown(Monitor monitor);
  StateStore& state_;
  JobRunner& jobs_;
  const Clock& clock_;
  const bool can_sign_;
};

}  // namespace ragsieve
