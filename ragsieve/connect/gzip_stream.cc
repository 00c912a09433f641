#include "ragsieve/connect/gzip_stream.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace ragsieve {
namespace {

constexpr std::size_t kOutputBytes = std::size_t{128} << 10;
constexpr std::size_t kInputBytes = std::size_t{1} << 30;  // zlib counts input in 32 bits
constexpr int kGzipOnly = 16 + MAX_WBITS;

class GzipStream final : public ByteStream {
 public:
  GzipStream(std::unique_ptr<ByteStream> source, std::string path)
      : source_(std::move(source)), path_(std::move(path)), output_(kOutputBytes, '\0') {}
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;
  ~GzipStream() override {
    if (started_) inflateEnd(&zlib_);
  }

  Result<std::string_view> next() override {
    for (;;) {
      RAGSIEVE_TRY(const bool more, prepare());
      if (!more) return std::string_view();
      RAGSIEVE_TRY(const std::size_t produced, inflate_some());
      if (produced > 0) return std::string_view(output_).substr(0, produced);
    }
  }

 private:
  // Makes input ready, or knows that output is still due; false at the end of the last member.
  Result<bool> prepare() {
    while (!output_due_) {
      if (between_members_) {
        // Some writers pad the file with zeros; a member cannot begin with one.
        input_.remove_prefix(std::min(input_.find_first_not_of('\0'), input_.size()));
      }
      if (!input_.empty()) break;
      RAGSIEVE_TRY(input_, source_->next());
      if (!input_.empty()) continue;
      if (between_members_) return false;
      return corrupt("ends after " + std::to_string(consumed_) +
                     " compressed bytes, before the end of its gzip data; it is truncated, "
                     "fetch it again");
    }
    if (between_members_) RAGSIEVE_CHECK(begin_member());
    return true;
  }

  Status begin_member() {
    const int code = started_ ? inflateReset(&zlib_) : inflateInit2(&zlib_, kGzipOnly);
    if (code != Z_OK)
      return make_error(Code::kInternal, "zlib does not start", Where{path_, 0, ""});
    started_ = true;
    between_members_ = false;
    return ok_status();
  }

  Result<std::size_t> inflate_some() {
    const std::size_t offered = std::min(input_.size(), kInputBytes);
    // zlib never writes to its input; its interface is older than const.
    zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input_.data()));
    zlib_.avail_in = static_cast<uInt>(offered);
    zlib_.next_out = reinterpret_cast<Bytef*>(output_.data());
    zlib_.avail_out = static_cast<uInt>(output_.size());
    const int code = inflate(&zlib_, Z_NO_FLUSH);
    const std::size_t taken = offered - zlib_.avail_in;
    input_.remove_prefix(taken);
    consumed_ += taken;
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
      return corrupt("is damaged after " + std::to_string(consumed_) +
                     " compressed bytes (not valid gzip there); fetch it again");
    }
    between_members_ = code == Z_STREAM_END;
    output_due_ = zlib_.avail_out == 0 && !between_members_;
    return output_.size() - zlib_.avail_out;
  }

  [[nodiscard]] Error corrupt(std::string message) const {
    return make_error(Code::kCorrupt, std::move(message), Where{path_, 0, ""});
  }

  std::unique_ptr<ByteStream> source_;
  std::string path_;
  std::string output_;
  std::string_view input_;
  z_stream zlib_{};
  std::uint64_t consumed_ = 0;
  bool started_ = false;
  bool between_members_ = true;
  bool output_due_ = false;
};

// `head`, then `piece` (the last one that `source` gave), then what is left of `source`.
class RejoinedStream final : public ByteStream {
 public:
  RejoinedStream(std::string head, std::string_view piece, std::unique_ptr<ByteStream> source)
      : head_(std::move(head)), piece_(piece), source_(std::move(source)) {}

  Result<std::string_view> next() override {
    if (!std::exchange(head_given_, true) && !head_.empty()) return std::string_view(head_);
    if (!piece_.empty()) return std::exchange(piece_, {});
    return source_->next();
  }

 private:
  std::string head_;
  bool head_given_ = false;
  std::string_view piece_;
  std::unique_ptr<ByteStream> source_;
};

// Decides at the first call, so that making the stream reads nothing.
class DecidingStream final : public ByteStream {
 public:
  DecidingStream(std::unique_ptr<ByteStream> source, std::string path)
      : source_(std::move(source)), path_(std::move(path)) {}

  Result<std::string_view> next() override {
    if (!std::exchange(decided_, true)) RAGSIEVE_CHECK(decide());
    return source_->next();
  }

 private:
  Status decide() {
    RAGSIEVE_TRY(std::string_view piece, source_->next());
    std::string head;
    while (head.size() + piece.size() < 2 && !piece.empty()) {
      head += piece;
      RAGSIEVE_TRY(piece, source_->next());
    }
    const bool gzip = is_gzip(head + std::string(piece.substr(0, 2)));
    source_ = std::make_unique<RejoinedStream>(std::move(head), piece, std::move(source_));
    if (gzip) source_ = std::make_unique<GzipStream>(std::move(source_), path_);
    return ok_status();
  }

  std::unique_ptr<ByteStream> source_;
  std::string path_;
  bool decided_ = false;
};

}  // namespace

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

std::unique_ptr<ByteStream> gunzip_where_needed(std::unique_ptr<ByteStream> source,
                                                std::string path) {
  return std::make_unique<DecidingStream>(std::move(source), std::move(path));
}

}  // namespace ragsieve
