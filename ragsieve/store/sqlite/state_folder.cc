// The lock is the kernel's (flock): it goes with the process, however that ends. The number in the
// file is only for the message.
#include "ragsieve/store/sqlite/state_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace ragsieve {
namespace {

Status make_folder(const std::string& path) {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  if (!parent.empty()) std::filesystem::create_directories(parent, error);
  if (error) return system_error(error.value(), "make the folder above", path);
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    return system_error(errno, "make the state folder", path);
  }
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) return system_error(errno, "find", path);
  if (!S_ISDIR(info.st_mode)) {
    return make_error(Code::kInvalidConfig, "is no folder; choose another [state] dir",
                      Where{path, 0, ""});
  }
  if ((info.st_mode & 022U) == 0) return ok_status();
  return make_error(Code::kInvalidConfig,
                    "others may write to the state folder, expected mode 0700: run chmod 700 on it "
                    "or choose another [state] dir",
                    Where{path, 0, ""});
}

std::string holder_of(int lock) {
  char digits[32];
  const ssize_t n = ::pread(lock, digits, sizeof(digits), 0);
  std::string pid;
  for (ssize_t i = 0; i < n && digits[i] >= '0' && digits[i] <= '9'; ++i) pid += digits[i];
  return pid.empty() ? "another process" : "process " + pid;
}

Status write_holder(int lock, const std::string& path) {
  const std::string pid = std::to_string(::getpid()) + "\n";
  if (::ftruncate(lock, 0) != 0) return system_error(errno, "write", path);
  const ssize_t written = ::pwrite(lock, pid.data(), pid.size(), 0);
  if (written != std::ssize(pid)) return system_error(written < 0 ? errno : ENOSPC, "write", path);
  return ok_status();
}

}  // namespace

Result<StateFolder> StateFolder::open(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  RAGSIEVE_CHECK(make_folder(path));
  const std::string name = path + "/state.lock";
  const int lock = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (lock < 0) return system_error(errno, "open", name);
  StateFolder folder(path, lock);
  int result = ::flock(lock, LOCK_EX | LOCK_NB);
  while (result != 0 && errno == EINTR) result = ::flock(lock, LOCK_EX | LOCK_NB);
  if (result != 0 && errno == EWOULDBLOCK) {
    return make_error(Code::kUnavailable,
                      "the state folder is in use by " + holder_of(lock) +
                          "; stop it, or choose another [state] dir",
                      Where{path, 0, ""});
  }
  if (result != 0) return system_error(errno, "lock", name);
  RAGSIEVE_CHECK(write_holder(lock, name));
  return folder;
}

StateFolder::StateFolder(StateFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

StateFolder::~StateFolder() {
  if (lock_ >= 0) ::close(lock_);
}

Status StateFolder::make_private(const std::string& name) const {
  const std::string file = path(name);
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0) return system_error(errno, "make", file);
  const int result = ::fchmod(descriptor, 0600);
  const int reason = errno;
  ::close(descriptor);
  if (result != 0) return system_error(reason, "set the mode of", file);
  return ok_status();
}

}  // namespace ragsieve
