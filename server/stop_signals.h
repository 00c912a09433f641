// SIGINT and SIGTERM, and SIGHUP, as a call on a thread of their own. Make it before any other
// thread: they inherit that the signals are not theirs.
#pragma once

#include <csignal>
#include <functional>
#include <thread>

namespace ragsieve {

class StopSignals {
 public:
  // The first signal calls `on_stop`, a second one ends the process at once with 128 and its
  // number. SIGPIPE and SIGXFSZ are ignored from then on: a write says what went wrong.
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // SIGHUP calls `on_hangup`; where there is none it is a signal to stop, too.
  void watch(std::function<void()> on_stop, std::function<void()> on_hangup);

  // 130 after SIGINT, 143 after SIGTERM, 129 after a SIGHUP that stopped it, 0 when neither came.
  // Once the watching is over.
  [[nodiscard]] int exit_code() const { return received_ == 0 ? 0 : 128 + received_; }
  void end();

 private:
  void wait(const std::function<void()>& on_stop, const std::function<void()>& on_hangup);
  sigset_t signals_{};
  std::thread thread_;
  int received_ = 0;
};

}  // namespace ragsieve
