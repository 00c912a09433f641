#include "ragsieve/index/tile_scan.h"

#include <algorithm>
#include <array>
#include <bit>

namespace ragsieve {
namespace {

constexpr std::size_t kChunk = 32;

constexpr std::array<std::uint32_t, kChunk> kBits = [] {
  std::array<std::uint32_t, kChunk> bits{};
  for (std::size_t l = 0; l < kChunk; ++l) bits[l] = std::uint32_t{1} << l;
  return bits;
}();

// Which of n <= kChunk values are above the threshold of their row or of their column, as bits.
// With n known to be kChunk this is a handful of vector instructions.
inline std::uint32_t bits_above(const float* values, float row_threshold,
                                const float* column_thresholds, std::size_t n) {
  std::uint32_t above = 0;
  for (std::size_t l = 0; l < n; ++l) {
    const float threshold = std::min(row_threshold, column_thresholds[l]);
    above |= values[l] > threshold ? kBits[l] : 0;
  }
  return above;
}

// Offers the pair of `row` and `column` to the lists of both.
inline void offer_pair(std::size_t row, std::size_t column, float value, CandidateLists& lists) {
  if (value > lists.threshold(row)) lists.add(row, {value, static_cast<std::uint32_t>(column)});
  if (value > lists.threshold(column)) lists.add(column, {value, static_cast<std::uint32_t>(row)});
}

}  // namespace

void scan_pairs(const ScoredTile& tile, CandidateLists& lists) {
  const float* columns = lists.thresholds(tile.first_column);
  for (std::size_t i = 0; i < tile.n_rows; ++i) {
    const std::size_t row = tile.first_row + i;
    const float* values = tile.values + i * tile.stride;
    std::size_t j = row < tile.first_column ? 0 : row + 1 - tile.first_column;
    for (; j < tile.n_columns; j += kChunk) {
      const float threshold = lists.threshold(row);
      std::uint32_t above =
          j + kChunk <= tile.n_columns
              ? bits_above(values + j, threshold, columns + j, kChunk)
              : bits_above(values + j, threshold, columns + j, tile.n_columns - j);
      for (; above != 0; above &= above - 1) {
        const std::size_t hit = j + static_cast<std::size_t>(std::countr_zero(above));
        offer_pair(row, tile.first_column + hit, values[hit], lists);
      }
    }
  }
}

void scan_rows(const ScoredTile& tile, std::int64_t self_offset, CandidateLists& lists) {
  for (std::size_t i = 0; i < tile.n_rows; ++i) {
    const std::size_t row = tile.first_row + i;
    const std::int64_t self = static_cast<std::int64_t>(row) + self_offset;
    const auto offer = [&](std::size_t j, float value) {
      const std::size_t column = tile.first_column + j;
      const bool above = value > lists.threshold(row);  // which may have risen since
      if (above && static_cast<std::int64_t>(column) != self) {
        lists.add(row, {value, static_cast<std::uint32_t>(column)});
      }
    };
    for_each_above(tile.values + i * tile.stride, tile.n_columns, lists.threshold(row), offer);
  }
}

}  // namespace ragsieve
