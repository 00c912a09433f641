#include "ragsieve/evidence/chain_files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <thread>
#include <tuple>
#include <utility>

#include "ragsieve/base/file.h"
#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/report_file.h"
#include "ragsieve/json/canonical.h"

namespace ragsieve {
namespace {

constexpr std::chrono::milliseconds kPatience{30'000};
constexpr std::chrono::milliseconds kPause{10};
constexpr std::size_t kDigestDigits = 12;

Status wait_for(int descriptor, int kind, const std::string& path) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (::flock(descriptor, kind | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return system_error(errno, "lock", path);
    if (std::chrono::steady_clock::now() > deadline) {
      return make_error(Code::kTimedOut,
                        "is locked by another process for half a minute; is one stuck?",
                        Where{path, 0, ""});
    }
    std::this_thread::sleep_for(kPause);
  }
  return ok_status();
}

bool is_digits(std::string_view text, std::string_view digits) {
  return !text.empty() && text.find_first_not_of(digits) == std::string_view::npos;
}

std::optional<LinkName> link_of(std::string_view name) {
  LinkName link;
  link.name = name;
  link.sealed = name.ends_with(kSealedSuffix);
  name.remove_suffix(link.sealed ? kSealedSuffix.size() : kUnsealedSuffix.size());
  const auto dash = name.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const std::string_view number = name.substr(0, dash);
  link.digest12 = name.substr(dash + 1);
  if (number.size() > 15 || !is_digits(number, "0123456789") || number.front() == '0' ||
      link.digest12.size() != kDigestDigits || !is_digits(link.digest12, "0123456789abcdef")) {
    return std::nullopt;
  }
  std::from_chars(number.data(), number.data() + number.size(), link.number);
  return link;
}

}  // namespace

Result<FolderLock> FolderLock::exclusive(const std::string& folder) {
  const std::string path = folder + std::string(kLockName);
  FolderLock lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (lock.descriptor_ < 0) return system_error(errno, "open", path);
  RAGSIEVE_CHECK(wait_for(lock.descriptor_, LOCK_EX, path));
  return lock;
}

Result<FolderLock> FolderLock::shared(const std::string& folder) {
  const std::string path = folder + std::string(kLockName);
  FolderLock lock(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (lock.descriptor_ >= 0) RAGSIEVE_CHECK(wait_for(lock.descriptor_, LOCK_SH, path));
  return lock;
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<FolderListing> list_links(const std::string& folder) {
  FolderListing listing;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.ends_with(kSealedSuffix) && !name.ends_with(kUnsealedSuffix)) continue;
    if (auto link = link_of(name)) {
      listing.links.push_back(std::move(*link));
    } else {
      listing.misplaced.push_back(name);
    }
  }
  if (error) return system_error(error.value(), "list", folder);
  std::ranges::sort(listing.links, {}, [](const LinkName& link) {
    return std::tuple(link.number, link.digest12, !link.sealed);
  });
  std::ranges::sort(listing.misplaced);
  return listing;
}

Result<std::optional<ChainHead>> read_head(const std::string& folder) {
  const std::string path = folder + std::string(kHeadName);
  const auto bytes = read_file(path, limits::kChainHeadBytes);
  if (!bytes.ok()) {
    if (bytes.error().code == Code::kNotFound) return std::optional<ChainHead>();
    return bytes.error();
  }
  RAGSIEVE_TRY(ChainHead head, parse_chain_head(*bytes, path));
  return std::optional(std::move(head));
}

}  // namespace ragsieve
