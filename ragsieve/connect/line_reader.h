// Lines of a text file, a pipe or standard input ("-"), gzip included, for every reader of one
// record a line. Memory is bounded by one line: a line over limits::kLineBytes is skipped to its
// end and marked, and the lines after it are read as if nothing had happened.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ragsieve/base/cancel.h"
#include "ragsieve/base/result.h"
#include "ragsieve/connect/byte_stream.h"

namespace ragsieve {

struct Line {
  std::uint64_t number = 0;  // from 1, blank lines counted
  std::string_view text;     // without "\n" or "\r\n"; valid until the next call
  bool too_long = false;     // over limits::kLineBytes; `text` is empty
};

struct LineOptions {
  bool keep_blank = false;  // give blank lines (spaces and tabs at most) too
  CancelToken cancel;       // looked at between pieces
};

// One thread at a time.
class LineReader {
 public:
  // kNotFound, kIo, kInvalidArgument for a folder.
  [[nodiscard]] static Result<LineReader> open(const std::string& path, LineOptions options = {});
  // `path` is what messages name.
  LineReader(std::unique_ptr<ByteStream> bytes, std::string path, LineOptions options = {});

  // The next line that is not blank; nothing at the end. A byte order mark at the start is dropped;
  // the last line needs no line end. kIo, kCorrupt (gzip), kCancelled end the reading.
  [[nodiscard]] Result<std::optional<Line>> next();

  [[nodiscard]] const std::string& path() const { return path_; }
  // Where `line` stands, for messages.
  [[nodiscard]] Where where(const Line& line, std::string field = {}) const;
  // The kTooLarge error of a line that is too long.
  [[nodiscard]] Error too_long_error(const Line& line) const;

 private:
  [[nodiscard]] Result<bool> take_line(Line& line);
  [[nodiscard]] Status fetch();

  std::unique_ptr<ByteStream> bytes_;
  std::string path_;
  LineOptions options_;
  std::string_view piece_;  // what is left of the stream's last piece
  std::string joined_;      // a line that crosses pieces
  std::uint64_t number_ = 0;
};

}  // namespace ragsieve
