// The alignment jump of RSQ (methods.md 1d): the largest difference between the BERTScore F1 of
// neighbouring windows of a document with the query. Pure given token vectors; thread-safe.
#pragma once

#include <cstddef>
#include <vector>

#include "ragsieve/base/matrix_view.h"

namespace ragsieve {

struct AlignmentOptions {             // the `paper` profile
  std::size_t document_tokens = 256;  // specials counted
  std::size_t query_tokens = 64;      // specials counted
  std::size_t window = 32;            // tokens
  std::size_t stride = 16;            // tokens; the last window is aligned to the end
};

struct AlignmentJump {
  double value = 0;        // J(d, q); 0 for a single window or a text without tokens
  std::size_t window = 0;  // the jump lies between this window and the next
  std::size_t n_windows = 0;
  std::size_t boundary_token = 0;  // document token where the second window of the jump starts
};

// Rows are L2-normalised token vectors of one width, specials dropped, already cut to
// document_tokens and query_tokens. The same inputs give the same bytes: every cosine is summed
// in f32 in the order of the components. NaN or infinity among them makes the value NaN, which
// rsq() refuses. `options` are valid (stride and window at least 1).
[[nodiscard]] AlignmentJump alignment_jump(const Matrix& document, const Matrix& query,
                                           const AlignmentOptions& options);

}  // namespace ragsieve
