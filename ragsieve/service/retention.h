// What the service forgets, once an hour as long as it runs: texts of documents that nobody waits
// for, jobs that ended, keys of repeated requests, what monitors saw and told. Verdicts, reports
// and decisions stay.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

#include "ragsieve/base/clock.h"
#include "ragsieve/base/log.h"
#include "ragsieve/base/result.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

// Forgets texts and evidence whose last verdict and decision are older than `keep_days`; keys of
// repeated requests, looks of monitors and deliveries that wait no more as old, but not before a
// day has gone. One transaction. How many documents lost their text.
[[nodiscard]] Result<std::int64_t> forget_what_is_old(StateStore& state, const Clock& clock,
                                                      std::uint64_t keep_days);

// Removes the oldest jobs that ended more than `keep_days` (at least a day) ago, with their items
// and events: at most `most`, so that the state is not held for long. How many.
[[nodiscard]] Result<std::int64_t> remove_old_jobs(StateStore& state, const Clock& clock,
                                                   std::uint64_t keep_days, std::int64_t most);

// Thread-safe.
class Retention {
 public:
  static constexpr std::chrono::hours kBetween{1};
  static constexpr std::chrono::minutes kAfterFault{5};
  static constexpr std::chrono::milliseconds kBetweenPortions{200};
  static constexpr std::int64_t kJobsAtOnce = 20;

  // Returns after that time; false: the service stops. Without one a thread waits for real.
  using Wait = std::function<bool(std::chrono::milliseconds)>;
  struct Parts {
    StateStore& state;
    const Clock& clock;
    std::uint64_t keep_days = 90;
    LogSink log;
    Wait wait;
  };
  explicit Retention(Parts parts);
  ~Retention();  // as stop()
  Retention(const Retention&) = delete;
  Retention& operator=(const Retention&) = delete;

  // Begins on a thread of its own, with a first round at once. A state that fails is told once, and
  // asked again after kAfterFault. Once.
  void start();
  // Returns when the thread is done.
  void stop();

 private:
  void loop();
  [[nodiscard]] Status round();
  [[nodiscard]] bool really_wait(std::chrono::milliseconds time);
  void say(LogLevel level, const std::string& line) const;

  Parts parts_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace ragsieve
