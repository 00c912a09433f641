// Names and lock of a folder of reports, shared by who appends and who checks. Internal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/evidence/chain.h"

namespace ragsieve {

inline constexpr std::string_view kHeadName = "/head";
inline constexpr std::string_view kLockName = "/lock";
inline constexpr std::string_view kPendingName = "/pending";

// A lock on the folder, released when it goes.
class FolderLock {
 public:
  // Waits for the lock; kTimedOut after half a minute.
  [[nodiscard]] static Result<FolderLock> exclusive(const std::string& folder);
  // For readers; holds nothing where the folder has no lock file or it cannot be opened.
  [[nodiscard]] static Result<FolderLock> shared(const std::string& folder);
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  explicit FolderLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

// A file whose name is that of a link.
struct LinkName {
  std::string name;
  std::uint64_t number = 0;
  std::string digest12;
  bool sealed = false;
};

struct FolderListing {
  std::vector<LinkName> links;         // by number, the sealed form of a report first
  std::vector<std::string> misplaced;  // named like reports, but not like links
};

[[nodiscard]] Result<FolderListing> list_links(const std::string& folder);

// Nothing where there is no head.
[[nodiscard]] Result<std::optional<ChainHead>> read_head(const std::string& folder);

}  // namespace ragsieve
