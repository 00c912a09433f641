#include "ragsieve/index/candidate_lists.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "ragsieve/index/random_rows.h"
#include "ragsieve/index/tile_scan.h"

namespace ragsieve {
namespace {

constexpr float kNothingDropped = -std::numeric_limits<float>::infinity();

TEST(CandidateLists, HoldsAllWhereAllFit) {
  CandidateLists lists(2, 3, 5);
  for (std::uint32_t row = 0; row < 5; ++row) lists.add(1, {static_cast<float>(row), row});
  EXPECT_EQ(lists.of(0).size(), 0U);
  EXPECT_EQ(lists.of(1).size(), 5U);
  EXPECT_EQ(lists.threshold(1), kNothingDropped);
}

TEST(CandidateLists, DropsTheLowerHalfAndSaysUpToWhere) {
  CandidateLists lists(1, 4, 1000);  // keeps 13, drops at 26
  for (std::uint32_t row = 0; row < 25; ++row) lists.add(0, {static_cast<float>(row), row});
  EXPECT_EQ(lists.threshold(0), kNothingDropped);
  lists.add(0, {25, 25});
  EXPECT_EQ(lists.of(0).size(), 13U);
  EXPECT_EQ(lists.threshold(0), 13);
  for (const Candidate& candidate : lists.of(0)) EXPECT_GE(candidate.value, 13);
}

TEST(CandidateLists, BytesGrowWithRowsAndNeighbours) {
  EXPECT_EQ(CandidateLists::bytes(1, 16, 1000), 56U * 8 + 8);
  EXPECT_EQ(CandidateLists::bytes(10, 16, 20), 10U * (20 * 8 + 8));
}

// Values with many ties in a tile of odd size.
std::vector<float> tile_values(std::size_t n, std::uint64_t seed) {
  SplitMix random(seed);
  std::vector<float> values(n);
  for (float& value : values) value = static_cast<float>(random.next() % 64) / 64;
  return values;
}

// What the lists must guarantee of one row, given all values that it was offered.
void expect_best(CandidateLists& lists, std::size_t row, std::vector<float> offered) {
  std::vector<float> listed;
  for (const Candidate& candidate : lists.of(row)) listed.push_back(candidate.value);
  std::sort(listed.rbegin(), listed.rend());
  std::sort(offered.rbegin(), offered.rend());
  ASSERT_LE(listed.size(), offered.size());
  const auto above = std::count_if(offered.begin(), offered.end(),
                                   [&](float value) { return value > lists.threshold(row); });
  EXPECT_TRUE(std::equal(offered.begin(), offered.begin() + above, listed.begin())) << row;
}

TEST(TileScan, PairsFeedBothRows) {
  constexpr std::size_t kN = 131;
  const std::vector<float> values = tile_values(kN * kN, 1);
  CandidateLists lists(kN, 5, kN);
  std::vector<std::vector<float>> offered(kN);
  for (std::size_t first_row = 0; first_row < kN; first_row += 64) {
    for (std::size_t first_column = 0; first_column < kN; first_column += 48) {
      scan_pairs({values.data() + first_row * kN + first_column, kN,
                  std::min<std::size_t>(64, kN - first_row),
                  std::min<std::size_t>(48, kN - first_column), first_row, first_column},
                 lists);
    }
  }
  for (std::size_t i = 0; i < kN; ++i) {
    for (std::size_t j = i + 1; j < kN; ++j) {
      offered[i].push_back(values[i * kN + j]);
      offered[j].push_back(values[i * kN + j]);
    }
  }
  for (std::size_t row = 0; row < kN; ++row) expect_best(lists, row, offered[row]);
}

TEST(TileScan, RowsLeaveThemselvesOut) {
  constexpr std::size_t kRows = 9;
  constexpr std::size_t kColumns = 77;
  const std::vector<float> values = tile_values(kRows * kColumns, 2);
  for (const std::int64_t offset : {std::int64_t{-4}, std::int64_t{0}, std::int64_t{70}, kNoSelf}) {
    CandidateLists lists(kRows, 5, kColumns);
    scan_rows({values.data(), kColumns, kRows, kColumns, 0, 0}, offset, lists);
    for (std::size_t row = 0; row < kRows; ++row) {
      std::vector<float> offered;
      for (std::size_t column = 0; column < kColumns; ++column) {
        const bool self =
            static_cast<std::int64_t>(column) == static_cast<std::int64_t>(row) + offset;
        if (!self) offered.push_back(values[row * kColumns + column]);
      }
      expect_best(lists, row, offered);
    }
  }
}

TEST(TileScan, NothingIsAboveNotANumber) {
  std::vector<float> values(70, std::numeric_limits<float>::quiet_NaN());
  values[69] = 2;
  values[3] = 1;
  std::vector<std::size_t> hits;
  for_each_above(values.data(), values.size(), 1.5F,
                 [&](std::size_t j, float) { hits.push_back(j); });
  EXPECT_EQ(hits, (std::vector<std::size_t>{69}));
}

}  // namespace
}  // namespace ragsieve
