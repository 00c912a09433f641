// Where a report goes: a function that takes its bytes, piece by piece, and may refuse them (a
// full disk, a closed pipe). The writers collect what they write into pieces of about 64 KB.
// One thread at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "ragsieve/base/result.h"

namespace ragsieve {

using Sink = std::function<Status(std::string_view bytes)>;

// Collects small pieces for a sink. What was not flushed at the end is lost: call flush().
class BufferedSink {
 public:
  explicit BufferedSink(Sink sink) : sink_(std::move(sink)) {}

  [[nodiscard]] Status append(std::string_view bytes) {
    buffer_ += bytes;
    return buffer_.size() < kPieceBytes ? ok_status() : flush();
  }

  [[nodiscard]] Status flush() {
    if (buffer_.empty()) return ok_status();
    Status status = sink_(buffer_);
    buffer_.clear();
    return status;
  }

 private:
  static constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
  Sink sink_;
  std::string buffer_;
};

}  // namespace ragsieve
