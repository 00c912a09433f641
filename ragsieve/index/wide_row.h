// A row of a MatrixView as float32, like MatrixView::row, with the widening of float16 written so
// that compilers vectorise it: the loops of this folder widen every row many times over.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "ragsieve/base/matrix_view.h"

namespace ragsieve {

// widen_f16 without a branch: moves exponent and mantissa into place, then corrects the exponent
// by an exact product, which also normalises subnormal halves.
[[nodiscard]] inline float widen_f16_branchless(std::uint16_t half) {
  const std::uint32_t magnitude = static_cast<std::uint32_t>(half & 0x7FFFU) << 13U;
  const float scaled = std::bit_cast<float>(magnitude) * 0x1p112F;
  const std::uint32_t not_finite = magnitude >= 0x0F800000U ? 0x7F800000U : 0U;
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16U;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | not_finite | sign);
}

// Row `row` of `view`: the memory itself, or `buffer` (dim long) filled for float16.
[[nodiscard]] inline std::span<const float> wide_row(const MatrixView& view, std::size_t row,
                                                     std::span<float> buffer) {
  if (view.scalar == Scalar::kFloat32) return view.row(row, buffer);
  const std::uint16_t* halves = static_cast<const std::uint16_t*>(view.data) + row * view.dim;
  for (std::size_t i = 0; i < view.dim; ++i) buffer[i] = widen_f16_branchless(halves[i]);
  return buffer.first(view.dim);
}

}  // namespace ragsieve
