// Lets monitors look when they are due, and tells their receivers what was found, on a thread of
// its own. A look that failed is made again when the next one is due, not before; a delivery that
// failed again after 10 seconds, twice that, ... an hour, and given up a day after it was made.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>

#include "ragsieve/base/clock.h"
#include "ragsieve/base/log.h"
#include "ragsieve/base/result.h"
#include "ragsieve/service/monitors.h"
#include "ragsieve/service/webhook.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

class MonitorClock {
 public:
  struct Parts {
    StateStore& state;
    const Clock& clock;
    Monitors& monitors;
    Webhook& webhook;
    LogSink log;
  };
  explicit MonitorClock(Parts parts) : parts_(std::move(parts)) {}
  ~MonitorClock();  // as stop()
  MonitorClock(const MonitorClock&) = delete;
  MonitorClock& operator=(const MonitorClock&) = delete;

  // Once a second from now on.
  void start();
  // Breaks off a delivery at hand; it is made again later. Returns when the thread is done.
  void stop();

  // What is due now: at most four deliveries, so that a slow receiver holds up no look for long.
  // Not beside start().
  [[nodiscard]] Status tick();

 private:
  void loop();
  [[nodiscard]] Status look_where_due();
  [[nodiscard]] Status deliver_what_is_due();
  [[nodiscard]] Status deliver(const Delivery& delivery);
  [[nodiscard]] std::int64_t now_us() const { return parts_.clock.now_ms() * 1000; }
  void say(const std::string& line) const;

  Parts parts_;
  // When the look of each was queued last: of a name, its corpus and when it was made.
  std::map<std::tuple<std::string, std::string, std::int64_t>, std::int64_t> tried_us_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopped_ = false;
  bool failing_ = false;  // the last tick failed: it was told
  CancelToken cancel_;
  std::thread thread_;
};

}  // namespace ragsieve
