#include "ragsieve/connect/byte_stream.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "ragsieve/base/file.h"
#include "ragsieve/connect/gzip_stream.h"

namespace ragsieve {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} << 10;

class MappedStream final : public ByteStream {
 public:
  explicit MappedStream(MappedFile file) : file_(std::move(file)) {}

  Result<std::string_view> next() override {
    return std::exchange(done_, true) ? std::string_view() : file_.bytes();
  }

 private:
  MappedFile file_;
  bool done_ = false;
};

class DescriptorStream final : public ByteStream {
 public:
  DescriptorStream(int descriptor, bool owned, std::string path)
      : descriptor_(descriptor), owned_(owned), path_(std::move(path)), piece_(kPieceBytes, '\0') {}
  DescriptorStream(const DescriptorStream&) = delete;
  DescriptorStream& operator=(const DescriptorStream&) = delete;
  ~DescriptorStream() override {
    if (owned_) ::close(descriptor_);
  }

  Result<std::string_view> next() override {
    ssize_t got = -1;
    do {
      got = ::read(descriptor_, piece_.data(), piece_.size());
    } while (got < 0 && errno == EINTR);
    if (got < 0) return system_error(errno, "read", path_);
    return std::string_view(piece_).substr(0, static_cast<std::size_t>(got));
  }

 private:
  int descriptor_;
  bool owned_;
  std::string path_;
  std::string piece_;
};

class MemoryStream final : public ByteStream {
 public:
  MemoryStream(std::string_view bytes, std::size_t piece_bytes)
      : bytes_(bytes), piece_bytes_(piece_bytes) {}

  Result<std::string_view> next() override {
    const std::string_view piece = bytes_.substr(0, piece_bytes_);
    bytes_.remove_prefix(piece.size());
    return piece;
  }

 private:
  std::string_view bytes_;
  std::size_t piece_bytes_;
};

Result<std::unique_ptr<ByteStream>> open_raw(const std::string& path) {
  if (path == "-") {
    return std::unique_ptr<ByteStream>(
        std::make_unique<DescriptorStream>(STDIN_FILENO, false, display_path(path)));
  }
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) return system_error(errno, "open", path);
  if (S_ISDIR(info.st_mode)) {
    return make_error(Code::kInvalidArgument, "is a folder, expected a file", Where{path, 0, ""});
  }
  if (S_ISREG(info.st_mode)) {
    RAGSIEVE_TRY(MappedFile file, MappedFile::open(path));
    return std::unique_ptr<ByteStream>(std::make_unique<MappedStream>(std::move(file)));
  }
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return system_error(errno, "open", path);
  return std::unique_ptr<ByteStream>(std::make_unique<DescriptorStream>(descriptor, true, path));
}

}  // namespace

Result<std::unique_ptr<ByteStream>> open_bytes(const std::string& path) {
  RAGSIEVE_TRY(std::unique_ptr<ByteStream> raw, open_raw(path));
  return gunzip_where_needed(std::move(raw), display_path(path));
}

std::unique_ptr<ByteStream> bytes_of(std::string_view bytes, std::size_t piece_bytes) {
  return std::make_unique<MemoryStream>(bytes, std::max<std::size_t>(piece_bytes, 1));
}

std::string display_path(const std::string& path) { return path == "-" ? "stdin" : path; }

}  // namespace ragsieve
