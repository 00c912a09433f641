// A read-only view of n_rows x dim numbers, row-major, float32 or float16, that someone else owns.
// Vectors are never copied to normalise them: `inverse_norms`, when present, holds 1/|row| of each
// row in f64. A view is a value; it is valid as long as the memory behind it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ragsieve {

enum class Scalar { kFloat32, kFloat16 };

// IEEE binary16 to binary32, exactly.
[[nodiscard]] inline float widen_f16(std::uint16_t half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16U;
  std::uint32_t exponent = (half >> 10U) & 0x1FU;
  std::uint32_t mantissa = half & 0x3FFU;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7F800000U | (mantissa << 13U));
  if (exponent == 0) {
    if (mantissa == 0) return std::bit_cast<float>(sign);
    exponent = 1;
    while ((mantissa & 0x400U) == 0) {
      mantissa <<= 1U;
      --exponent;
    }
    mantissa &= 0x3FFU;
  }
  return std::bit_cast<float>(sign | ((exponent + 112U) << 23U) | (mantissa << 13U));
}

struct MatrixView {
  const void* data = nullptr;
  std::size_t n_rows = 0;
  std::size_t dim = 0;
  Scalar scalar = Scalar::kFloat32;
  std::span<const double> inverse_norms;  // n_rows long, or empty

  // Row `row` as float32: the memory itself, or `buffer` (dim long) filled for float16.
  [[nodiscard]] std::span<const float> row(std::size_t row, std::span<float> buffer) const {
    if (scalar == Scalar::kFloat32) {
      return {static_cast<const float*>(data) + row * dim, dim};
    }
    const std::uint16_t* halves = static_cast<const std::uint16_t*>(data) + row * dim;
    for (std::size_t i = 0; i < dim; ++i) buffer[i] = widen_f16(halves[i]);
    return buffer.first(dim);
  }
};

// Owns n_rows x dim float32, row-major.
struct Matrix {
  std::size_t n_rows = 0;
  std::size_t dim = 0;
  std::vector<float> values;

  [[nodiscard]] std::span<float> row(std::size_t row) {
    return std::span<float>(values).subspan(row * dim, dim);
  }
  [[nodiscard]] std::span<const float> row(std::size_t row) const {
    return std::span<const float>(values).subspan(row * dim, dim);
  }
  [[nodiscard]] MatrixView view() const {
    return MatrixView{values.data(), n_rows, dim, Scalar::kFloat32, {}};
  }
};

}  // namespace ragsieve
