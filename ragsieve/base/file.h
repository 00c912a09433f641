// Files: whole reads under a limit, read-only memory maps, and writes that are all or nothing
// (temporary file, fsync, rename, fsync of the folder). Errors name the path and the reason.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ragsieve/base/result.h"

namespace ragsieve {

// The whole file; kTooLarge when it is longer than `max_bytes`, kNotFound when it is not there.
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t max_bytes);

// Replaces `path` by `bytes`, or leaves it as it was (kIo, kNoSpace).
[[nodiscard]] Status write_file(const std::string& path, std::string_view bytes);

// Makes a finished file durable and gives it its name: fsync, rename, fsync of the folder. Both
// paths lie on one file system.
[[nodiscard]] Status publish_file(const std::string& temporary, const std::string& path);

// A read-only map of a whole file; moves, never copies. The bytes live as long as the object.
class MappedFile {
 public:
  [[nodiscard]] static Result<MappedFile> open(const std::string& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  [[nodiscard]] std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  MappedFile(void* data, std::size_t size) : data_(data), size_(size) {}
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

// Builds a file piece by piece beside its place; it appears under its name only on commit().
// Not committed: the temporary file is removed. One thread at a time.
class FileWriter {
 public:
  [[nodiscard]] static Result<FileWriter> create(const std::string& path);
  FileWriter(FileWriter&& other) noexcept;
  FileWriter& operator=(FileWriter&&) = delete;
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  ~FileWriter();

  [[nodiscard]] Status append(std::string_view bytes);
  [[nodiscard]] Status commit();

 private:
  FileWriter(int descriptor, std::string path, std::string temporary)
      : descriptor_(descriptor), path_(std::move(path)), temporary_(std::move(temporary)) {}
  [[nodiscard]] Status flush();
  int descriptor_ = -1;
  std::string path_;
  std::string temporary_;
  std::string buffer_;
};

}  // namespace ragsieve
