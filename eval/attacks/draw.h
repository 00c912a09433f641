// Draws of the generated attacks: every target of every kind has a stream of its own, so that what
// is made for one does not depend on how many others there are. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/stats/random.h"

namespace ragsieve::eval {

// The stream of a kind and a target (empty: what the targets of the kind share).
[[nodiscard]] inline Random stream_of(std::uint64_t seed, std::string_view kind,
                                      std::string_view target) {
  const Digest digest = Sha256().add_field(kind).add_field(target).finish();
  std::uint64_t stream = 0;
  for (std::size_t i = 0; i < 8; ++i) stream = (stream << 8U) | digest.bytes[i];
  return Random(seed, stream);
}

// One of `values`, which are not empty.
template <typename T>
[[nodiscard]] const T& drawn(std::span<const T> values, Random& random) {
  return values[random.below(values.size())];
}

// 0..n-1 in random order (Fisher and Yates).
[[nodiscard]] inline std::vector<std::size_t> random_order(std::size_t n, Random& random) {
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = i;
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

}  // namespace ragsieve::eval
