// The stored form: back unchanged, and every kind of damage named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/stats/isolation_forest.h"
#include "ragsieve/stats/stored_form.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

// Bytes of the stored form: magic 18, seed 8, n_rows 8, dim 4, subsample 4, n_trees 4, n_nodes 4.
constexpr std::size_t kRowsAt = 26;
constexpr std::size_t kDimAt = 34;
constexpr std::size_t kSubsampleAt = 38;
constexpr std::size_t kTreesAt = 42;
constexpr std::size_t kNodesAt = 50;

// One tree of two rows: a root and two leaves.
IsolationForest small_forest() {
  const Matrix rows{2, 1, {0, 1}};
  auto forest = IsolationForest::fit(rows.view(), ForestOptions{.n_trees = 1}, RunOptions{});
  EXPECT_TRUE(forest.ok());
  return std::move(forest).value();
}

// The message of reading the forest's bytes with one 32-bit word replaced and the checksum set
// right.
std::string fault_with(std::size_t at, std::uint32_t word) {
  std::string bytes = small_forest().to_bytes();
  bytes.resize(bytes.size() - 8);
  for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<char>(word >> (8 * i));
  StoredWriter again(bytes);
  const auto read = IsolationForest::from_bytes(std::move(again).finish(), "forest");
  if (read.ok()) return "";
  EXPECT_EQ(read.error().code, Code::kCorrupt);
  EXPECT_EQ(read.error().where.path, "forest");
  EXPECT_THAT(read.error().message, HasSubstr("is no isolation forest: "));
  EXPECT_THAT(read.error().message, HasSubstr("delete it, it is made again"));
  return read.error().message;
}

TEST(StoredForest, ComesBackUnchanged) {
  Matrix rows{300, 3, {}};
  for (std::size_t i = 0; i < 900; ++i) {
    rows.values.push_back(static_cast<float>(i * i % 211));
  }
  const auto forest = IsolationForest::fit(rows.view(), ForestOptions{.seed = 77}, RunOptions{});
  ASSERT_TRUE(forest.ok());
  const auto read = IsolationForest::from_bytes(forest->to_bytes(), "");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->to_bytes(), forest->to_bytes());
  EXPECT_EQ(read->seed(), 77U);
  EXPECT_EQ(read->n_rows(), 300U);
  EXPECT_EQ(read->dim(), 3U);
  EXPECT_EQ(read->n_trees(), 200U);
  for (std::size_t i = 0; i < 300; i += 7) {
    EXPECT_EQ(read->score(rows.row(i)), forest->score(rows.row(i)));
    EXPECT_EQ(read->score_out_of_bag(rows.row(i), RowRange{i, i + 1}).score,
              forest->score_out_of_bag(rows.row(i), RowRange{i, i + 1}).score);
  }
}

TEST(StoredForest, AnyChangedByteIsSeen) {
  const std::string bytes = small_forest().to_bytes();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    const auto read = IsolationForest::from_bytes(damaged, "");
    ASSERT_FALSE(read.ok()) << "byte " << i;
    EXPECT_EQ(read.error().code, Code::kCorrupt);
  }
}

TEST(StoredForest, AnyTruncationIsSeen) {
  const std::string bytes = small_forest().to_bytes();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const std::string cut = bytes.substr(0, length);
    EXPECT_FALSE(IsolationForest::from_bytes(cut, "").ok()) << length;
    // The same with a checksum that fits.
    if (length < kNodesAt) {
      StoredWriter again(cut);
      EXPECT_FALSE(IsolationForest::from_bytes(std::move(again).finish(), "").ok()) << length;
    }
  }
}

TEST(StoredForest, ShapeOutOfRangeIsNamed) {
  EXPECT_THAT(fault_with(kDimAt, 0), HasSubstr("2 rows of width 0"));
  EXPECT_THAT(fault_with(kDimAt, 65537), HasSubstr("of width 65537"));
  EXPECT_THAT(fault_with(kRowsAt, 1), HasSubstr("1 rows of width 1, trees of 2"));
  EXPECT_THAT(fault_with(kSubsampleAt, 0), HasSubstr("subsample is 0"));
  EXPECT_THAT(fault_with(kTreesAt, 10001), HasSubstr("n_trees is 10001"));
  EXPECT_THAT(fault_with(kTreesAt, 2), HasSubstr("tree 1: 0 nodes in 0 bytes"));
  EXPECT_THAT(fault_with(kNodesAt - 4, 0xFFFFFFFF), HasSubstr("tree 0: 4294967295 nodes"));
  EXPECT_THAT(fault_with(kNodesAt - 4, 2), HasSubstr("node 0 has its children at 1"));
}

TEST(StoredForest, BadNodesAreNamed) {
  EXPECT_EQ(fault_with(kNodesAt, 1), "");  // as it was
  EXPECT_THAT(fault_with(kNodesAt, 2), HasSubstr("node 0 has its children at 2"));
  EXPECT_THAT(fault_with(kNodesAt, 0), HasSubstr("node 0 is a leaf of 0 rows"));
  EXPECT_THAT(fault_with(kNodesAt + 4, 1), HasSubstr("node 0 cuts feature 1"));
  EXPECT_THAT(fault_with(kNodesAt + 8, 0x7F800000), HasSubstr("threshold that is not finite"));
  EXPECT_THAT(fault_with(kNodesAt + 16, 2), HasSubstr("leaves of 3 rows, expected 2"));
  EXPECT_THAT(fault_with(kNodesAt + 16, 3), HasSubstr("node 1 is a leaf of 3 rows"));
}

TEST(StoredForest, BadSamplesAreNamed) {
  EXPECT_THAT(fault_with(kNodesAt + 36, 1), HasSubstr("sample 1 is row 1"));
  EXPECT_THAT(fault_with(kNodesAt + 40, 2), HasSubstr("sample 1 is row 2"));
}

TEST(StoredForest, BytesBehindTheLastTreeAreNamed) {
  std::string bytes = small_forest().to_bytes();
  bytes.resize(bytes.size() - 8);
  StoredWriter again(bytes + "x");
  const auto read = IsolationForest::from_bytes(std::move(again).finish(), "");
  ASSERT_FALSE(read.ok());
  EXPECT_THAT(read.error().message, HasSubstr("1 bytes behind the last tree"));
}

}  // namespace
}  // namespace ragsieve
