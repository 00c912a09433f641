#include "ragsieve/base/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <utility>

namespace ragsieve {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

Result<std::size_t> regular_size(int descriptor, const std::string& path) {
  struct stat info{};
  if (::fstat(descriptor, &info) != 0) return system_error(errno, "read the size", path);
  if (!S_ISREG(info.st_mode)) {
    return make_error(Code::kInvalidArgument, "is not a regular file", Where{path, 0, ""});
  }
  return static_cast<std::size_t>(info.st_size);
}

Status write_all(int descriptor, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_error(errno, "write", path);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return ok_status();
}

// A rename is durable only when the folder that holds the name is.
Status sync_folder(const std::string& path) {
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder = ".";
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.number() < 0) return system_error(errno, "open the folder", folder);
  if (::fsync(descriptor.number()) != 0) return system_error(errno, "sync the folder", folder);
  return ok_status();
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  const Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (descriptor.number() < 0) return system_error(errno, "open", path);
  RAGSIEVE_TRY(const std::size_t size, regular_size(descriptor.number(), path));
  if (size > max_bytes) {
    return make_error(Code::kTooLarge,
                      "has " + std::to_string(size) + " bytes, at most " +
                          std::to_string(max_bytes) + " are read",
                      Where{path, 0, ""});
  }
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::read(descriptor.number(), bytes.data() + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(errno, "read", path);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

Status write_file(const std::string& path, std::string_view bytes) {
  RAGSIEVE_TRY(FileWriter writer, FileWriter::create(path));
  RAGSIEVE_CHECK(writer.append(bytes));
  return writer.commit();
}

Status publish_file(const std::string& temporary, const std::string& path) {
  const Descriptor descriptor(::open(temporary.c_str(), O_RDWR | O_CLOEXEC));
  if (descriptor.number() < 0) return system_error(errno, "open", temporary);
  if (::fsync(descriptor.number()) != 0) return system_error(errno, "sync", temporary);
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    return system_error(errno, "rename into place", path);
  }
  return sync_folder(path);
}

Result<MappedFile> MappedFile::open(const std::string& path) {
  const Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (descriptor.number() < 0) return system_error(errno, "open", path);
  RAGSIEVE_TRY(const std::size_t size, regular_size(descriptor.number(), path));
  if (size == 0) return MappedFile(nullptr, 0);
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor.number(), 0);
  if (data == MAP_FAILED) return system_error(errno, "map", path);
  return MappedFile(data, size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

Result<FileWriter> FileWriter::create(const std::string& path) {
  std::string temporary = path + ".tmp-XXXXXX";
  const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) return system_error(errno, "create a file beside", path);
  if (::fchmod(descriptor, 0644) != 0) {
    const Error error = system_error(errno, "set the mode of", temporary);
    ::close(descriptor);
    ::unlink(temporary.c_str());
    return error;
  }
  return FileWriter(descriptor, path, std::move(temporary));
}

FileWriter::FileWriter(FileWriter&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      buffer_(std::move(other.buffer_)) {}

FileWriter::~FileWriter() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(temporary_.c_str());
}

Status FileWriter::flush() {
  RAGSIEVE_CHECK(write_all(descriptor_, buffer_, path_));
  buffer_.clear();
  return ok_status();
}

Status FileWriter::append(std::string_view bytes) {
  if (bytes.size() >= kBufferBytes) {
    RAGSIEVE_CHECK(flush());
    return write_all(descriptor_, bytes, path_);
  }
  buffer_.append(bytes);
  return buffer_.size() >= kBufferBytes ? flush() : ok_status();
}

Status FileWriter::commit() {
  RAGSIEVE_CHECK(flush());
  if (::fsync(descriptor_) != 0) return system_error(errno, "sync", path_);
  if (::close(std::exchange(descriptor_, -1)) != 0) {
    const Error error = system_error(errno, "close", path_);
    ::unlink(temporary_.c_str());
    return error;
  }
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const Error error = system_error(errno, "rename into place", path_);
    ::unlink(temporary_.c_str());
    return error;
  }
  return sync_folder(path_);
}

}  // namespace ragsieve
