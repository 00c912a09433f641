#include "ragsieve/index/avx512_kernel.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace ragsieve {

#if defined(__x86_64__)
namespace {

// 8 rows of a times 3 groups of b: 24 of the 32 registers hold sums, 3 hold b, and an operand read
// from a serves three products.
constexpr std::size_t kMicroRows = 8;
constexpr std::size_t kMicroGroups = 3;

// `a` points at component 0 of the first of kMicroRows rows inside a group, `b` at a group.
template <std::size_t kGroups>
__attribute__((target("avx512f"))) inline void multiply_micro(const TileJob& job, const float* a,
                                                              const float* b, float* out) {
  __m512 sums[kMicroRows][kGroups];
  for (auto& row : sums) {
    for (auto& sum : row) sum = _mm512_setzero_ps();
  }
  for (std::size_t c = 0; c < job.dim; ++c) {
    __m512 right[kGroups];
    for (std::size_t g = 0; g < kGroups; ++g) {
      right[g] = _mm512_loadu_ps(b + (g * job.dim + c) * kRowGroup);
    }
    for (std::size_t r = 0; r < kMicroRows; ++r) {
      const __m512 left = _mm512_set1_ps(a[c * kRowGroup + r]);
      for (std::size_t g = 0; g < kGroups; ++g) {
        sums[r][g] = _mm512_fmadd_ps(left, right[g], sums[r][g]);
      }
    }
  }
  for (std::size_t r = 0; r < kMicroRows; ++r) {
    for (std::size_t g = 0; g < kGroups; ++g) {
      _mm512_storeu_ps(out + r * job.stride + g * kRowGroup, sums[r][g]);
    }
  }
}

// All rows of a times kGroups groups of b from column `column`.
template <std::size_t kGroups>
__attribute__((target("avx512f"))) void multiply_strip(const TileJob& job, std::size_t column) {
  const float* b = job.b + column * job.dim;
  for (std::size_t row = 0; row < padded_rows(job.a_rows); row += kMicroRows) {
    const float* group = job.a + row / kRowGroup * kRowGroup * job.dim;
    multiply_micro<kGroups>(job, group + row % kRowGroup, b, job.out + row * job.stride + column);
  }
}

void multiply_avx512(const TileJob& job) {
  const std::size_t columns = padded_rows(job.b_rows);
  std::size_t column = 0;
  for (; column + kMicroGroups * kRowGroup <= columns; column += kMicroGroups * kRowGroup) {
    multiply_strip<kMicroGroups>(job, column);
  }
  for (; column < columns; column += kRowGroup) multiply_strip<1>(job, column);
}

}  // namespace

std::optional<TileKernel> avx512_kernel() {
  if (!__builtin_cpu_supports("avx512f")) return std::nullopt;
  return TileKernel{"avx512", RowLayout::kInterleaved, multiply_avx512};
}
#else
std::optional<TileKernel> avx512_kernel() { return std::nullopt; }
#endif

}  // namespace ragsieve
