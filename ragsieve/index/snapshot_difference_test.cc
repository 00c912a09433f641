#include "ragsieve/index/snapshot_difference.h"

#include <gmock/gmock.h>

#include "ragsieve/crypto/sha256.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<SnapshotEntry> snapshot(const std::vector<std::pair<std::string, std::string>>& texts) {
  std::vector<SnapshotEntry> entries;
  for (const auto& [id, text] : texts) entries.push_back({id, sha256(text)});
  return entries;
}

TEST(SnapshotDifference, TellsWhatCameChangedAndWent) {
  const auto before = snapshot({{"a", "1"}, {"b", "2"}, {"d", "4"}, {"f", "6"}});
  const auto after = snapshot({{"0", "0"}, {"b", "2"}, {"c", "3"}, {"d", "five"}, {"g", "7"}});
  const SnapshotDifference found = difference(before, after);
  EXPECT_THAT(found.added, ElementsAre("0", "c", "g"));
  EXPECT_THAT(found.changed, ElementsAre("d"));
  EXPECT_THAT(found.removed, ElementsAre("a", "f"));
  EXPECT_FALSE(found.empty());
}

TEST(SnapshotDifference, OfTheSameIsEmptyAndOfNothingIsAll) {
  const auto some = snapshot({{"a", "1"}, {"b", "2"}});
  EXPECT_TRUE(difference(some, some).empty());
  EXPECT_THAT(difference({}, some).added, ElementsAre("a", "b"));
  EXPECT_THAT(difference(some, {}).removed, ElementsAre("a", "b"));
  EXPECT_THAT(difference(some, {}).added, IsEmpty());
}

}  // namespace
}  // namespace ragsieve
