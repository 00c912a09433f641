// Rows for the tests and benchmarks of this folder: a seeded generator that gives the same numbers
// on every platform. Clustered, as embeddings are.
#pragma once

#include <cstdint>
#include <vector>

#include "ragsieve/base/matrix_view.h"

namespace ragsieve {

// SplitMix64 (Steele, Lea, Flood 2014).
class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  // Sum of four uniform numbers, about normal, mean 0 and variance 1/3.
  float bell() {
    constexpr double kScale = 0x1p-53;
    double sum = -2;
    for (int i = 0; i < 4; ++i) sum += static_cast<double>(next() >> 11U) * kScale;
    return static_cast<float>(sum);
  }

 private:
  std::uint64_t state_;
};

// n_rows around one centre for about every 80 rows, noise as large as the centres.
[[nodiscard]] inline Matrix random_rows(std::size_t n_rows, std::size_t dim, std::uint64_t seed) {
  SplitMix random(seed);
  const std::size_t n_centres = n_rows / 80 + 1;
  std::vector<float> centres(n_centres * dim);
  for (float& value : centres) value = random.bell();
  Matrix rows{n_rows, dim, std::vector<float>(n_rows * dim)};
  for (std::size_t row = 0; row < n_rows; ++row) {
    const std::size_t centre = random.next() % n_centres;
    for (std::size_t c = 0; c < dim; ++c) {
      rows.row(row)[c] = centres[centre * dim + c] + random.bell();
    }
  }
  return rows;
}

}  // namespace ragsieve
