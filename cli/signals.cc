#include "cli/signals.h"

#include <unistd.h>
#include <csignal>

#include <atomic>
#include <optional>

namespace ragsieve::cli {
namespace {

std::atomic<int> received_signal{0};

// A handler can reach nothing but statics; set once, before the handler is installed.
std::optional<CancelToken>& token_of_process() {
  static std::optional<CancelToken> token;
  return token;
}

void on_signal(int number) {
  if (received_signal.exchange(number) != 0) ::_exit(128 + number);
  token_of_process()->request();
}

}  // namespace

void cancel_on_signals(const CancelToken& token) {
  token_of_process() = token;
  struct sigaction action{};
  action.sa_handler = on_signal;
  ::sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

int signal_exit_code() {
  const int number = received_signal.load();
  return number == 0 ? 0 : 128 + number;
}

}  // namespace ragsieve::cli
