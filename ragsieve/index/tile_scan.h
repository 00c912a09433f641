// One pass over a tile of approximate cosines that offers each value to the lists it may enter.
// Nearly all values enter none: those cost one comparison in vector code.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ragsieve/index/candidate_lists.h"

namespace ragsieve {

// values[i * stride + j]: row first_row + i with row first_column + j of the others.
struct ScoredTile {
  const float* values = nullptr;
  std::size_t stride = 0;
  std::size_t n_rows = 0;
  std::size_t n_columns = 0;
  std::size_t first_row = 0;
  std::size_t first_column = 0;
};

// A pair of the same matrix feeds the lists of both its rows; only pairs with column > row count.
void scan_pairs(const ScoredTile& tile, CandidateLists& lists);

// Feeds the lists of the tile's rows. Row r is left out of its own list: it is column
// r + self_offset (kNoSelf: the rows are not among the columns).
inline constexpr std::int64_t kNoSelf = std::int64_t{1} << 62;
void scan_rows(const ScoredTile& tile, std::int64_t self_offset, CandidateLists& lists);

// Calls hit(j, value) for each of the n values that is above `threshold`.
template <typename Hit>
void for_each_above(const float* values, std::size_t n, float threshold, const Hit& hit) {
  constexpr std::size_t kChunk = 32;
  for (std::size_t start = 0; start < n; start += kChunk) {
    const std::size_t end = start + kChunk < n ? start + kChunk : n;
    int any = 0;
    if (end == start + kChunk) {
      for (std::size_t l = 0; l < kChunk; ++l) {
        any |= static_cast<int>(values[start + l] > threshold);
      }
      if (any == 0) continue;
    }
    for (std::size_t j = start; j < end; ++j) {
      if (values[j] > threshold) hit(j, values[j]);
    }
  }
}

}  // namespace ragsieve
