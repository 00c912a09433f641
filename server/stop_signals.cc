#include "server/stop_signals.h"

#include <pthread.h>
#include <unistd.h>

#include <utility>

namespace ragsieve {

StopSignals::StopSignals() {
  ::sigemptyset(&signals_);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1}) ::sigaddset(&signals_, number);
  ::pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

StopSignals::~StopSignals() { end(); }

void StopSignals::watch(std::function<void()> on_stop, std::function<void()> on_hangup) {
  thread_ = std::thread([this, on_stop = std::move(on_stop), on_hangup = std::move(on_hangup)] {
    wait(on_stop, on_hangup);
  });
}

// SIGUSR1 is how end() wakes this thread.
void StopSignals::wait(const std::function<void()>& on_stop,
                       const std::function<void()>& on_hangup) {
  for (;;) {
    int number = 0;
    ::sigwait(&signals_, &number);
    if (number == SIGUSR1) return;
    if (number == SIGHUP && on_hangup) {
      on_hangup();
      continue;
    }
    if (received_ != 0) ::_exit(128 + number);
    received_ = number;
    on_stop();
  }
}

void StopSignals::end() {
  if (!thread_.joinable()) return;
  ::pthread_kill(thread_.native_handle(), SIGUSR1);
  thread_.join();
}

}  // namespace ragsieve
