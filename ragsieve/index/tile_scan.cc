#include "ragsieve/index/tile_scan.h"

#include <algorithm>

namespace ragsieve {
namespace {

constexpr std::size_t kChunk = 32;

// Whether any of kChunk values is above the threshold of its row or of its column.
inline bool any_above(const float* values, float row_threshold, const float* column_thresholds) {
  int any = 0;
  for (std::size_t l = 0; l < kChunk; ++l) {
    any |= static_cast<int>(values[l] > std::min(row_threshold, column_thresholds[l]));
  }
  return any != 0;
}

}  // namespace

void scan_pairs(const ScoredTile& tile, CandidateLists& lists) {
  for (std::size_t i = 0; i < tile.n_rows; ++i) {
    const std::size_t row = tile.first_row + i;
    const float* values = tile.values + i * tile.stride;
    const std::size_t begin = row < tile.first_column ? 0 : row + 1 - tile.first_column;
    for (std::size_t j = begin; j < tile.n_columns;) {
      const std::size_t end = std::min(j + kChunk, tile.n_columns);
      const bool whole = end == j + kChunk;
      if (whole &&
          !any_above(values + j, lists.threshold(row), lists.thresholds(tile.first_column + j))) {
        j = end;
        continue;
      }
      for (; j < end; ++j) {
        const std::size_t column = tile.first_column + j;
        const float value = values[j];
        if (value > lists.threshold(row)) lists.add(row, {value, std::uint32_t(column)});
        if (value > lists.threshold(column)) lists.add(column, {value, std::uint32_t(row)});
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
