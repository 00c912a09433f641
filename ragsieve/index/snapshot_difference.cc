#include "ragsieve/index/snapshot_difference.h"

namespace ragsieve {

SnapshotDifference difference(std::span<const SnapshotEntry> before,
                              std::span<const SnapshotEntry> after) {
  SnapshotDifference found;
  auto old_one = before.begin();
  for (const SnapshotEntry& entry : after) {
    for (; old_one != before.end() && old_one->id < entry.id; ++old_one) {
      found.removed.push_back(old_one->id);
    }
    if (old_one == before.end() || old_one->id != entry.id) {
      found.added.push_back(entry.id);
      continue;
    }
    if (old_one->text != entry.text) found.changed.push_back(entry.id);
    ++old_one;
  }
  for (; old_one != before.end(); ++old_one) found.removed.push_back(old_one->id);
  return found;
}

}  // namespace ragsieve
