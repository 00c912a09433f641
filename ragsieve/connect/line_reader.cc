#include "ragsieve/connect/line_reader.h"

#include <utility>

#include "ragsieve/base/limits.h"

namespace ragsieve {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t") == std::string_view::npos;
}

}  // namespace

Result<LineReader> LineReader::open(const std::string& path, LineOptions options) {
  RAGSIEVE_TRY(std::unique_ptr<ByteStream> bytes, open_bytes(path));
  return LineReader(std::move(bytes), display_path(path), std::move(options));
}

LineReader::LineReader(std::unique_ptr<ByteStream> bytes, std::string path, LineOptions options)
    : bytes_(std::move(bytes)), path_(std::move(path)), options_(std::move(options)) {}

Status LineReader::fetch() {
  if (options_.cancel.requested()) {
    return make_error(Code::kCancelled, "stopped as asked", Where{path_, 0, ""});
  }
  RAGSIEVE_TRY(piece_, bytes_->next());
  return ok_status();
}

// The bytes up to the next "\n" or the end; false when there are none. A line within one piece is
// a view of it, a line that crosses pieces is joined until it is too long.
Result<bool> LineReader::take_line(Line& line) {
  joined_.clear();
  std::size_t n_bytes = 0;
  bool any = false;
  for (bool complete = false; !complete;) {
    if (piece_.empty()) RAGSIEVE_CHECK(fetch());
    if (piece_.empty()) break;
    const std::size_t newline = piece_.find('\n');
    complete = newline != std::string_view::npos;
    const std::string_view part = piece_.substr(0, newline);
    piece_.remove_prefix(complete ? newline + 1 : piece_.size());
    any = true;
    n_bytes += part.size();
    if (n_bytes > limits::kLineBytes) continue;
    const bool whole = complete && n_bytes == part.size();
    if (!whole) joined_ += part;
    line.text = whole ? part : std::string_view(joined_);
  }
  line.number = ++number_;
  line.too_long = n_bytes > limits::kLineBytes;
  if (line.too_long) line.text = {};
  return any;
}

Result<std::optional<Line>> LineReader::next() {
  for (;;) {
    Line line;
    RAGSIEVE_TRY(const bool any, take_line(line));
    if (!any) return std::optional<Line>();
    if (line.number == 1 && line.text.starts_with(kByteOrderMark)) {
      line.text.remove_prefix(kByteOrderMark.size());
    }
    if (line.text.ends_with('\r')) line.text.remove_suffix(1);
    if (line.too_long || options_.keep_blank || !is_blank(line.text)) return std::optional(line);
  }
}

Where LineReader::where(const Line& line, std::string field) const {
  return Where{path_, line.number, std::move(field)};
}

Error LineReader::too_long_error(const Line& line) const {
  return make_error(
      Code::kTooLarge,
      "is longer than " + std::to_string(limits::kLineBytes) + " bytes, the limit of a line",
      where(line));
}

}  // namespace ragsieve
