#include "ragsieve/models/onednn/attention.h"

#include <algorithm>
#include <cmath>

#include "ragsieve/models/onednn/lanes.h"

namespace ragsieve {
namespace {

constexpr std::size_t round_up(std::size_t value, std::size_t step) {
  return (value + step - 1) / step * step;
}

struct Rows {
  const float* data;
  std::size_t stride;
};

// One strip times `right` (n_inner x n_columns): a strip x n_columns to `out`.
void multiply_strip(Rows left, Rows right, std::size_t n_inner, std::size_t n_columns, float* out) {
  for (std::size_t column = 0; column < n_columns; column += kLanes) {
    Lanes sums[kAttentionStrip] = {};
    for (std::size_t k = 0; k < n_inner; ++k) {
      const Lanes values = load_lanes(right.data + k * right.stride + column);
      for (std::size_t row = 0; row < kAttentionStrip; ++row) {
        sums[row] += left.data[row * left.stride + k] * values;
      }
    }
    for (std::size_t row = 0; row < kAttentionStrip; ++row) {
      store_lanes(out + row * n_columns + column, sums[row]);
    }
  }
}

// Scores to weights before their division by the sum, whose inverse is returned; the places behind
// n_tokens become 0.
float exponentials(float* scores, std::size_t n_tokens, std::size_t n_padded, float scale) {
  std::fill(scores + n_tokens, scores + n_padded, scores[0]);
  Lanes most = load_lanes(scores);
  for (std::size_t i = kLanes; i < n_padded; i += kLanes) {
    const Lanes some = load_lanes(scores + i);
    most = some > most ? some : most;
  }
  const float largest = largest_of_lanes(most);
  Lanes sums = {};
  for (std::size_t i = 0; i < n_padded; i += kLanes) {
    Lanes weights = exp_of_negative((load_lanes(scores + i) - largest) * scale);
    if (i + kLanes > n_tokens) weights = first_lanes(weights, n_tokens - i);
    sums += weights;
    store_lanes(scores + i, weights);
  }
  return 1.0F / sum_of_lanes(sums);
}

// Keys transposed, so that lanes are tokens; values as they are, without the gaps between them.
void gather_head(const AttentionShape& shape, const float* head, AttentionScratch& scratch) {
  const std::size_t dim = shape.dim();
  const std::size_t n_padded = round_up(shape.n_tokens, kLanes);
  for (std::size_t token = 0; token < shape.n_tokens; ++token) {
    const float* key = head + token * 3 * dim + dim;
    for (std::size_t i = 0; i < shape.head_dim; ++i) {
      scratch.keys[i * n_padded + token] = key[i];
    }
    std::copy_n(key + dim, shape.head_dim, &scratch.values[token * shape.head_dim]);
  }
}

}  // namespace

void attend(const AttentionShape& shape, const float* projected, AttentionScratch& scratch,
            float* context) {
  const std::size_t dim = shape.dim();
  const std::size_t head_dim = shape.head_dim;
  const std::size_t n_padded = round_up(shape.n_tokens, kLanes);
  const float scale = 1.0F / std::sqrt(static_cast<float>(head_dim));
  scratch.keys.assign(head_dim * n_padded, 0.0F);
  scratch.values.resize(shape.n_tokens * head_dim);
  scratch.weights.resize(kAttentionStrip * n_padded);
  scratch.strip.resize(kAttentionStrip * head_dim);
  const Rows keys{scratch.keys.data(), n_padded};
  const Rows values{scratch.values.data(), head_dim};
  float* const weights = scratch.weights.data();
  for (std::size_t head = 0; head < dim; head += head_dim) {
    gather_head(shape, projected + head, scratch);
    for (std::size_t first = 0; first < shape.n_tokens; first += kAttentionStrip) {
      const std::size_t n_rows = std::min(kAttentionStrip, shape.n_tokens - first);
      multiply_strip({projected + head + first * 3 * dim, 3 * dim}, keys, head_dim, n_padded,
                     weights);
      float inverse[kAttentionStrip] = {};
      for (std::size_t row = 0; row < n_rows; ++row) {
        inverse[row] = exponentials(weights + row * n_padded, shape.n_tokens, n_padded, scale);
      }
      multiply_strip({weights, n_padded}, values, shape.n_tokens, head_dim, scratch.strip.data());
      for (std::size_t row = 0; row < n_rows; ++row) {
        float* to = context + (first + row) * dim + head;
        for (std::size_t i = 0; i < head_dim; ++i) {
          to[i] = scratch.strip[row * head_dim + i] * inverse[row];
        }
      }
    }
  }
}

}  // namespace ragsieve
