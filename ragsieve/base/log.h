// Where talk goes. The library never prints: it calls the sink of its caller, on the caller's
// thread. Lines hold no document text, no vector and no secret.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace ragsieve {

enum class LogLevel { kDebug, kInfo, kWarning };
using LogSink = std::function<void(LogLevel, std::string_view line)>;

// One step of a long work: `done` of `total` items (total 0: not known yet).
struct ProgressEvent {
  std::string_view stage;  // "encode", "neighbours"
  std::uint64_t done = 0;
  std::uint64_t total = 0;
};
using ProgressSink = std::function<void(const ProgressEvent&)>;

}  // namespace ragsieve
