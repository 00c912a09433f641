#include "ragsieve/index/candidate_lists.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ragsieve/index/random_rows.h"
#include "ragsieve/index/tile_scan.h"

namespace ragsieve {
namespace {

constexpr float kNothingDropped = -std::numeric_limits<float>::infinity();

TEST(CandidateLists, HoldsAllWhereAllFit) {
  CandidateLists lists(2, 3, 5);
  for (std::uint32_t row = 0; row < 5; ++row) lists.add(1, {static_cast<float>(row), row});
  EXPECT_EQ(lists.values(0).size(), 0U);
  EXPECT_EQ(lists.values(1).size(), 5U);
  EXPECT_EQ(lists.rows(1)[4], 4U);
  EXPECT_EQ(lists.threshold(1), kNothingDropped);
}

// Fills a list for k = 16 (22 kept, 44 held) with `values` and says what is left of it.
void expect_drop(std::span<const float> values) {
  CandidateLists lists(1, 16, 1000);
  ASSERT_EQ(values.size(), 44U);
  for (std::uint32_t row = 0; row < 43; ++row) lists.add(0, {values[row], row});
  EXPECT_EQ(lists.threshold(0), kNothingDropped);
  lists.add(0, {values[43], 43});
  EXPECT_GE(lists.values(0).size(), 22U);
  EXPECT_LE(lists.values(0).size(), 33U);
  std::size_t n_above = 0;
  for (const float value : values) n_above += value > lists.threshold(0) ? 1 : 0;
  std::size_t n_kept_above = 0;
  for (std::size_t i = 0; i < lists.values(0).size(); ++i) {
    EXPECT_EQ(lists.values(0)[i], values[lists.rows(0)[i]]);
    n_kept_above += lists.values(0)[i] > lists.threshold(0) ? 1 : 0;
  }
  EXPECT_EQ(n_kept_above, n_above);
}

TEST(CandidateLists, AFullListDropsTheLowerValuesAndSaysUpToWhere) {
  std::vector<float> values(44);
  for (std::size_t i = 0; i < 44; ++i) values[i] = static_cast<float>(i * 17 % 44);
  expect_drop(values);
  for (float& value : values) value = -std::exp2(value);  // nearly all near the highest
  expect_drop(values);
  for (float& value : values) value = -1 / value;  // nearly all near the lowest
  expect_drop(values);
}

TEST(CandidateLists, AFullListOfTiesDropsToo) {
  std::vector<float> values(44, 0.5F);
  expect_drop(values);
  values[7] = 0.75F;
  expect_drop(values);
  values[9] = -0.75F;
  expect_drop(values);
  std::fill(values.begin() + 20, values.end(), 0.25F);
  expect_drop(values);
}

TEST(CandidateLists, BytesGrowWithRowsAndNeighbours) {
  EXPECT_EQ(CandidateLists::bytes(1, 16, 1000), 44U * 8 + 8);
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
  std::vector<float> listed(lists.values(row).begin(), lists.values(row).end());
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
