// What became of the documents between two snapshots of a corpus, by id and digest of the text.
// Pure, thread-safe.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ragsieve/base/digest.h"

namespace ragsieve {

struct SnapshotEntry {
  std::string id;
  Digest text;  // sha256 of the indexed text
};

struct SnapshotDifference {
  std::vector<std::string> added;    // ids, by their bytes
  std::vector<std::string> changed;  // the same id, another text
  std::vector<std::string> removed;
  [[nodiscard]] bool empty() const { return added.empty() && changed.empty() && removed.empty(); }
};

// Both by id, each id once.
[[nodiscard]] SnapshotDifference difference(std::span<const SnapshotEntry> before,
                                            std::span<const SnapshotEntry> after);

}  // namespace ragsieve
