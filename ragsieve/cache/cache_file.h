// The cache's file: made, opened, recognised, and set aside when it is damaged. Openings of one
// folder are serialised between processes, so that two of them never replace the same file.
// Inside the cache only.
#pragma once

#include <cstdint>
#include <string>

#include "ragsieve/base/log.h"
#include "ragsieve/base/result.h"
#include "ragsieve/cache/connection.h"

namespace ragsieve {

// Which file stood under the path; another one may stand there later.
struct FileId {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  bool operator==(const FileId&) const = default;
};

struct CacheFile {
  Connection connection;
  FileId id;
};

// Opens the cache at the absolute path `path`, with its tables, making folder and file where they
// are missing. A damaged file is renamed to `<path>.corrupt` with a message and a new one begun; a
// file of another schema version is removed. kIo: the folder cannot be made or written.
// kInvalidConfig: the file is a database of another program.
[[nodiscard]] Result<CacheFile> open_cache_file(const std::string& path, const LogSink& log);

// Renames a file that turned out damaged, unless another one has taken its place already. Close its
// connection first.
[[nodiscard]] Status set_aside(const std::string& path, const FileId& id);

}  // namespace ragsieve
