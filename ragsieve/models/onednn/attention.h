// Multi-head attention of one text over all its tokens, softmax(Q K^T / sqrt(head_dim)) V in f32
// (Vaswani et al. 2017, equation 1). Private to this folder. Pure; a scratch serves one thread.
#pragma once

#include <cstddef>
#include <vector>

namespace ragsieve {

struct AttentionShape {
  std::size_t n_tokens = 0;
  std::size_t n_heads = 0;
  std::size_t head_dim = 0;  // a multiple of kLanes
  [[nodiscard]] std::size_t dim() const { return n_heads * head_dim; }
};

inline constexpr std::size_t kAttentionStrip = 8;  // queries that are computed together

// Rows that `projected` must have for `n_tokens`; what the rows behind the text hold is not used.
[[nodiscard]] constexpr std::size_t attention_rows(std::size_t n_tokens) {
  return (n_tokens + kAttentionStrip - 1) / kAttentionStrip * kAttentionStrip;
}

struct AttentionScratch {
  std::vector<float> keys;     // of one head, transposed
  std::vector<float> values;   // of one head
  std::vector<float> weights;  // of one strip
  std::vector<float> strip;
};

// `projected`: attention_rows() x 3 dim, row-major: query, key and value of a token. Writes
// n_tokens x dim to `context`.
void attend(const AttentionShape& shape, const float* projected, AttentionScratch& scratch,
            float* context);

}  // namespace ragsieve
