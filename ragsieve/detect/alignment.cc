#include "ragsieve/detect/alignment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ragsieve {
namespace {

constexpr std::size_t kLanes = 16;  // query tokens side by side
constexpr std::size_t kRows = 4;    // document tokens side by side

// Query token vectors, transposed in blocks of kLanes tokens: [block][component][lane], padded
// with zeros, so that one component of a document token meets kLanes query tokens at once.
std::vector<float> transposed(const Matrix& query) {
  const std::size_t n_blocks = (query.n_rows + kLanes - 1) / kLanes;
  std::vector<float> blocks(n_blocks * query.dim * kLanes, 0.0F);
  for (std::size_t token = 0; token < query.n_rows; ++token) {
    float* block = blocks.data() + token / kLanes * query.dim * kLanes;
    const std::span<const float> row = query.row(token);
    for (std::size_t i = 0; i < query.dim; ++i) block[i * kLanes + token % kLanes] = row[i];
  }
  return blocks;
}

using Sums = std::array<std::array<float, kLanes>, kRows>;

// Cosines of kRows document tokens with one block of query tokens. Each sum runs over the
// components in their order, so a cosine does not depend on its neighbours in the tile.
Sums tile(const std::array<const float*, kRows>& rows, const float* block, std::size_t dim) {
  Sums sums{};
  for (std::size_t i = 0; i < dim; ++i) {
    const float* lanes = block + i * kLanes;
    for (std::size_t row = 0; row < kRows; ++row) {
      const float component = rows[row][i];
      for (std::size_t lane = 0; lane < kLanes; ++lane) sums[row][lane] += component * lanes[lane];
    }
  }
  return sums;
}

// All cosines, document.n_rows x query.n_rows.
Matrix cosines(const Matrix& document, const Matrix& query) {
  Matrix result{document.n_rows, query.n_rows, {}};
  result.values.resize(document.n_rows * query.n_rows);
  const std::vector<float> blocks = transposed(query);
  for (std::size_t first = 0; first < document.n_rows; first += kRows) {
    std::array<const float*, kRows> rows{};
    for (std::size_t i = 0; i < kRows; ++i) {
      rows[i] = document.row(std::min(first + i, document.n_rows - 1)).data();
    }
    for (std::size_t token = 0; token < query.n_rows; token += kLanes) {
      const Sums sums = tile(rows, blocks.data() + token * query.dim, query.dim);
      const std::size_t n_lanes = std::min(kLanes, query.n_rows - token);
      for (std::size_t i = 0; i < std::min(kRows, document.n_rows - first); ++i) {
        std::copy_n(sums[i].begin(), n_lanes,
                    result.row(first + i).begin() + static_cast<std::ptrdiff_t>(token));
      }
    }
  }
  return result;
}

std::vector<std::size_t> window_starts(std::size_t n_tokens, const AlignmentOptions& options) {
  std::vector<std::size_t> starts = {0};
  if (n_tokens <= options.window) return starts;
  const std::size_t last = n_tokens - options.window;
  while (starts.back() < last) {
    starts.push_back(std::min(starts.back() + options.stride, last));
  }
  return starts;
}

// BERTScore F1 (Zhang et al. 2020) of the document tokens first..first+n-1 with the query.
double f1(const Matrix& cosines, std::size_t first, std::size_t n) {
  const std::size_t n_query = cosines.dim;
  std::vector<float> best(n_query, -std::numeric_limits<float>::infinity());
  double precision = 0;
  for (std::size_t token = first; token < first + n; ++token) {
    const std::span<const float> row = cosines.row(token);
    precision += static_cast<double>(*std::max_element(row.begin(), row.end()));
    for (std::size_t i = 0; i < n_query; ++i) best[i] = std::max(best[i], row[i]);
  }
  precision /= static_cast<double>(n);
  double recall = 0;
  for (const float cosine : best) recall += static_cast<double>(cosine);
  recall /= static_cast<double>(n_query);
  return 2 * precision * recall / std::max(precision + recall, 1e-8);
}

bool all_finite(const std::vector<float>& values) {
  return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}

}  // namespace

AlignmentJump alignment_jump(const Matrix& document, const Matrix& query,
                             const AlignmentOptions& options) {
  AlignmentJump jump;
  if (document.n_rows == 0 || query.n_rows == 0) return jump;
  const Matrix matrix = cosines(document, query);
  const std::vector<std::size_t> starts = window_starts(document.n_rows, options);
  jump.n_windows = starts.size();
  if (!all_finite(matrix.values)) {
    jump.value = std::numeric_limits<double>::quiet_NaN();
    return jump;
  }
  const std::size_t width = std::min(options.window, document.n_rows);
  double previous = f1(matrix, starts[0], width);
  for (std::size_t i = 1; i < starts.size(); ++i) {
    const double current = f1(matrix, starts[i], width);
    const double difference = std::abs(current - previous);
    if (difference > jump.value) {
      jump.value = difference;
      jump.window = i - 1;
      jump.boundary_token = starts[i];
    }
    previous = current;
  }
  return jump;
}

}  // namespace ragsieve
