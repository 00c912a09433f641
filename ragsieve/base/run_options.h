// What every long work takes from its caller: how many threads, how to stop, where talk goes.
// Callbacks run only on the thread that called the library, at least every 100 ms.
#pragma once

#include <cstddef>

#include "ragsieve/base/cancel.h"
#include "ragsieve/base/log.h"

namespace ragsieve {

struct RunOptions {
  int threads = 1;               // 1..limits::kThreads
  std::size_t memory_bytes = 0;  // 0: no limit; what does not fit is refused before work starts
  CancelToken cancel;
  LogSink log;            // may be empty
  ProgressSink progress;  // may be empty

  void say(LogLevel level, std::string_view line) const {
    if (log) log(level, line);
  }
  void report(std::string_view stage, std::uint64_t done, std::uint64_t total) const {
    if (progress) progress(ProgressEvent{stage, done, total});
  }
};

}  // namespace ragsieve
