// Rows of a matrix scaled to unit norm in float32, in a buffer of their own: what the tile kernels
// multiply. Only one block of rows is copied at a time; the matrix itself stays as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include "ragsieve/base/matrix_view.h"

namespace ragsieve {

// Blocks are padded with zero rows to a multiple of this.
inline constexpr std::size_t kRowGroup = 16;

[[nodiscard]] inline std::size_t padded_rows(std::size_t n_rows) {
  return (n_rows + kRowGroup - 1) / kRowGroup * kRowGroup;
}

// Some rows of a matrix: `count` from `first`, or those that `list` names. Views; owns nothing.
struct RowSelection {
  const MatrixView* matrix = nullptr;  // inverse_norms present
  std::size_t first = 0;
  std::size_t count = 0;
  std::span<const std::uint32_t> list;  // empty, or `count` long

  [[nodiscard]] std::size_t row(std::size_t i) const { return list.empty() ? first + i : list[i]; }
};

// Floats on a cache line boundary, not initialised.
class AlignedFloats {
 public:
  AlignedFloats() = default;
  explicit AlignedFloats(std::size_t size)
      : data_(static_cast<float*>(::operator new(size * sizeof(float), kAlignment))) {}
  [[nodiscard]] float* data() const { return data_.get(); }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Free {
    void operator()(float* data) const { ::operator delete(data, kAlignment); }
  };
  std::unique_ptr<float, Free> data_;
};

// How a kernel wants its blocks. Row-major, or the rows of each group of kRowGroup interleaved:
// component c of row r at (r / kRowGroup * dim + c) * kRowGroup + r % kRowGroup. In both, row r for
// a multiple of kRowGroup starts at r * dim.
enum class RowLayout { kRowMajor, kInterleaved };

// Writes the selected rows, each times its inverse norm, and zero rows up to padded_rows(count).
// `out`: padded_rows(count) * dim.
void load_unit_rows(const RowSelection& rows, RowLayout layout, float* out);

}  // namespace ragsieve
