// Renaming or removing the file under another process's open connection is safe: that connection
// goes on with the file it has (SQLite 3.40 checks that its file has not moved before it removes a
// WAL by name), and its values are merely lost with it.
// SQLite before 3.51.3 can, rarely, damage a WAL file when two connections write and checkpoint at
// the same moment. A cache bears that: damage is found by SQLite or by a value's checksum, and
// costs a recomputation.
#include "ragsieve/cache/cache_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>

#include "ragsieve/cache/cache_tables.h"

namespace ragsieve {
namespace {

namespace fs = std::filesystem;

constexpr int kBusyTimeoutMs = 5000;

// `application_id` is "RSvc"; raise `user_version` with every change of the tables.
// A value's row is large and written once; what changes with use is in `entry`, so that marking
// 16,000 keys as used rewrites some hundred small rows a page and not every value.
constexpr const char* kSchema = R"(
  PRAGMA application_id = 0x52537663;
  PRAGMA user_version = 1;
  CREATE TABLE entry (key BLOB PRIMARY KEY, id INTEGER NOT NULL, day INTEGER NOT NULL,
                      bytes INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE value (id INTEGER PRIMARY KEY, sum INTEGER NOT NULL, data BLOB NOT NULL);
  CREATE TABLE total (bytes INTEGER NOT NULL);
  INSERT INTO total VALUES (0);
)";
constexpr std::int64_t kApplicationId = 0x52537663;
constexpr std::int64_t kVersion = 1;

constexpr const char* kSettings = R"(
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA cache_size = -16384;
  PRAGMA cell_size_check = ON;
  PRAGMA trusted_schema = OFF;
)";

enum class Content { kNothing, kOurs, kOtherVersion, kForeign };

Error folder_error(const std::string& path, const std::string& action, int error_number) {
  return make_error(Code::kIo,
                    "cannot " + action +
                        " the cache: " + std::generic_category().message(error_number) +
                        "; choose another [cache] path or set [cache] enabled = false",
                    Where{path, 0, ""});
}

// Holds the folder's advisory lock. Where the file system has none, the schema's transaction still
// keeps two openers apart.
class FolderLock {
 public:
  explicit FolderLock(const fs::path& folder)
      : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

 private:
  int descriptor_;
};

Status make_folder(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  std::error_code error;
  if (fs::create_directories(folder, error)) {
    // Embeddings tell about the texts: the folder is for its owner. It works without, too.
    std::error_code ignored;
    fs::permissions(folder, fs::perms::owner_all, ignored);
  }
  if (error) return folder_error(path, "make the folder of", error.value());
  if (::access(folder.c_str(), W_OK) != 0)
    return folder_error(path, "write to the folder of", errno);
  return ok_status();
}

Result<FileId> id_of(const std::string& path) {
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) return folder_error(path, "find", errno);
  return FileId{info.st_dev, info.st_ino};
}

Status rename_aside(const std::string& path) {
  const std::string aside = path + ".corrupt";
  (void)std::rename((path + "-wal").c_str(), (aside + "-wal").c_str());  // often there is none
  (void)std::remove((path + "-shm").c_str());
  if (std::rename(path.c_str(), aside.c_str()) != 0) {
    return folder_error(path, "set aside", errno);
  }
  return ok_status();
}

Status remove_all(const std::string& path) {
  (void)std::remove((path + "-wal").c_str());
  (void)std::remove((path + "-shm").c_str());
  if (std::remove(path.c_str()) != 0) return folder_error(path, "replace", errno);
  return ok_status();
}

Result<Content> content_of(Connection& connection) {
  RAGSIEVE_TRY(const auto n_tables, connection.number("SELECT count(*) FROM sqlite_schema"));
  if (n_tables == 0) return Content::kNothing;
  RAGSIEVE_TRY(const auto application, connection.number("PRAGMA application_id"));
  if (application != kApplicationId) return Content::kForeign;
  RAGSIEVE_TRY(const auto version, connection.number("PRAGMA user_version"));
  return version == kVersion ? Content::kOurs : Content::kOtherVersion;
}

Status make_tables(Connection& connection) {
  // Five values of an encoder's 384 numbers fit into such a page, two into one of 4096 bytes.
  RAGSIEVE_CHECK(connection.run("PRAGMA page_size = 8192"));
  RAGSIEVE_CHECK(connection.run("PRAGMA journal_mode = WAL"));
  RAGSIEVE_TRY(Transaction transaction, Transaction::begin_write(connection));
  RAGSIEVE_TRY(const Content content, content_of(connection));
  if (content == Content::kNothing) RAGSIEVE_CHECK(connection.run(kSchema));
  return transaction.commit();
}

// One try: nothing where the file was of another version and has been removed.
Result<std::optional<CacheFile>> try_open(const std::string& path) {
  RAGSIEVE_TRY(Connection connection, Connection::open(path, kBusyTimeoutMs));
  if (connection.read_only()) return folder_error(path, "write", EACCES);
  RAGSIEVE_TRY(const Content content, content_of(connection));
  if (content == Content::kForeign) {
    return make_error(Code::kInvalidConfig,
                      "is a SQLite database of another program, expected a cache of ragsieve or no "
                      "file; choose another [cache] path",
                      Where{path, 0, ""});
  }
  if (content == Content::kOtherVersion) {
    {
      const Connection closed = std::move(connection);
    }
    RAGSIEVE_CHECK(remove_all(path));
    return std::optional<CacheFile>();
  }
  if (content == Content::kNothing) RAGSIEVE_CHECK(make_tables(connection));
  RAGSIEVE_CHECK(connection.run(kSettings));
  RAGSIEVE_CHECK(connection.number("SELECT bytes FROM total"));
  RAGSIEVE_CHECK(CacheTables::prepare(connection));  // the columns are there
  RAGSIEVE_TRY(const FileId id, id_of(path));
  return std::optional<CacheFile>(CacheFile{std::move(connection), id});
}

}  // namespace

Result<CacheFile> open_cache_file(const std::string& path, const LogSink& log) {
  RAGSIEVE_CHECK(make_folder(path));
  const FolderLock lock(fs::path(path).parent_path());
  while (true) {
    auto opened = try_open(path);
    if (opened.ok() && *opened) return std::move(**opened);
    if (opened.ok()) {
      if (log) log(LogLevel::kInfo, path + ": the cache is of another version; a new one is begun");
      continue;
    }
    if (opened.error().code != Code::kCorrupt) return std::move(opened).error();
    // Each round renames a file away and the next one is our own: a third never comes.
    RAGSIEVE_CHECK(rename_aside(path));
    if (log) {
      log(LogLevel::kWarning, to_string(opened.error()) +
                                  "; the cache is damaged and was moved to " + path +
                                  ".corrupt; a new one is begun");
    }
  }
}

Status set_aside(const std::string& path, const FileId& id) {
  const FolderLock lock(fs::path(path).parent_path());
  const auto present = id_of(path);
  if (!present.ok() || *present != id) return ok_status();  // another process was faster
  return rename_aside(path);
}

}  // namespace ragsieve
