// The files that only their owner may read: how they are made, and that wider rights are refused.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>

#include "ragsieve/base/file.h"
#include "ragsieve/evidence/flat_toml.h"
#include "ragsieve/evidence/key_file.h"
#include "ragsieve/evidence/limits.h"

namespace ragsieve {
namespace {

Error exists(const std::string& path) {
  return make_error(Code::kInvalidArgument,
                    "exists already, and a key is never overwritten; choose another name",
                    Where{path, 0, ""});
}

Status write_and_sync(int descriptor, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_error(errno, "write", path);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  // A mask of the process may have taken rights away from the owner, too.
  if (::fchmod(descriptor, 0600) != 0) return system_error(errno, "set the mode of", path);
  if (::fsync(descriptor) != 0) return system_error(errno, "sync", path);
  return ok_status();
}

Status check_rights(const std::string& path) {
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) return system_error(errno, "read the rights of", path);
  if ((info.st_mode & 077U) == 0) return ok_status();
  char mode[16];
  std::snprintf(mode, sizeof(mode), "%04o", static_cast<unsigned>(info.st_mode & 07777U));
  return make_error(Code::kInvalidConfig,
                    "has mode " + std::string(mode) +
                        ", expected 0600: others could read the key; run chmod 600 on it",
                    Where{path, 0, ""});
}

Error with_path(Error error, const std::string& path) {
  if (error.where.path.empty()) error.where.path = path;
  return error;
}

}  // namespace

Status write_private_file(const std::string& path, std::string_view bytes) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) return errno == EEXIST ? exists(path) : system_error(errno, "create", path);
  Status status = write_and_sync(descriptor, bytes, path);
  if (::close(descriptor) != 0 && status.ok()) status = system_error(errno, "close", path);
  if (!status.ok()) ::unlink(path.c_str());
  return status;
}

Result<SecretBytes> read_private_file(const std::string& path, std::size_t max_bytes) {
  RAGSIEVE_CHECK(check_rights(path));
  RAGSIEVE_TRY(std::string text, read_file(path, max_bytes));
  return SecretBytes::take(text);
}

Result<SigningKey> load_signing_key(const std::string& path,
                                    const std::optional<SecretBytes>& passphrase) {
  RAGSIEVE_TRY(const SecretBytes text, read_private_file(path, limits::kKeyFileBytes));
  auto file = parse_key_file(text.view(), path);
  if (!file.ok()) return file.error();
  auto key = open_key_file(*file, passphrase);
  if (!key.ok()) return with_path(key.error(), path);
  return key;
}

Result<SecretBytes> load_passphrase(const std::string& path) {
  RAGSIEVE_TRY(std::string text, read_file(path, limits::kPassphraseBytes));
  if (text.ends_with('\n')) text.pop_back();
  if (text.ends_with('\r')) text.pop_back();
  if (text.empty() || !is_plain_line(text)) {
    wipe(text);
    return make_error(Code::kInvalidConfig, "expected a passphrase: one line of text",
                      Where{path, 0, ""});
  }
  return SecretBytes::take(text);
}

}  // namespace ragsieve
