// Bytes of a file, a pipe or memory that arrive in pieces, so that a reader never holds more than
// it needs. A plain file is memory-mapped and arrives as one piece without a copy; it must not be
// truncated by somebody else while it is read. Gzip is inflated on the way (gzip_stream.h).
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "ragsieve/base/result.h"

namespace ragsieve {

// One thread at a time.
class ByteStream {
 public:
  virtual ~ByteStream() = default;
  // The next piece, valid until the next call; empty at the end, and from then on. kIo, kCorrupt.
  [[nodiscard]] virtual Result<std::string_view> next() = 0;
};

// The bytes of a regular file, a pipe, or standard input ("-"), inflated where they are gzip.
// kNotFound, kIo, kInvalidArgument for a folder.
[[nodiscard]] Result<std::unique_ptr<ByteStream>> open_bytes(const std::string& path);

// `bytes` in pieces of `piece_bytes` (> 0), not inflated; the caller keeps `bytes` alive.
[[nodiscard]] std::unique_ptr<ByteStream> bytes_of(std::string_view bytes, std::size_t piece_bytes);

// How messages name `path`: "stdin" for "-".
[[nodiscard]] std::string display_path(const std::string& path);

}  // namespace ragsieve
