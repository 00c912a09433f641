// The surprisal term of RSQ (methods.md 1c): bursts and changes in a text's token negative log
// likelihoods. A function of the document alone. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"

namespace ragsieve {

struct SurprisalOptions {                      // the `paper` profile
  std::vector<std::size_t> windows = {8, 16};  // tokens
  double gate_bits = 5;                        // tau_0 in bits at window_0
  std::size_t window_0 = 16;                   // tokens
  [[nodiscard]] Status validate() const;
};

struct Surprisal {
  double term = 0;           // max(0, strongest / tau_w - 1)
  std::string_view kind;     // "burst" or "change", of the strongest window; "" without one
  std::size_t start = 0;     // index into nats where that window starts (burst: the window;
                             // change: the two windows around the boundary)
  std::size_t n_tokens = 0;  // its length
  double nats = 0;           // the burst or change itself
};

// nats: the scored tokens l_1..l_L. A text of fewer than two tokens has none and scores 0.
// NaN or infinity among the nats makes the term NaN, which rsq() refuses. `options` are valid.
[[nodiscard]] Surprisal surprisal(std::span<const float> nats, const SurprisalOptions& options);

}  // namespace ragsieve
