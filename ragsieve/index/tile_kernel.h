// Multiplies two blocks of unit rows: approximate cosines in float32, the proposals that the pair
// function of similarity.h later decides. A kernel is a value that can be swapped in tests; any
// kernel within error_bound() gives the same graph.
#pragma once

#include <cstddef>
#include <string_view>

#include "ragsieve/index/unit_rows.h"

namespace ragsieve {

// out[i * stride + j] = row i of `a` times row j of `b`. Both blocks come from load_unit_rows with
// the kernel's layout and start at a multiple of kRowGroup. Entries of padding rows and columns
// (up to padded_rows of each) may be written too; stride >= padded_rows(b_rows).
struct TileJob {
  const float* a = nullptr;
  std::size_t a_rows = 0;
  const float* b = nullptr;
  std::size_t b_rows = 0;
  std::size_t dim = 0;
  float* out = nullptr;
  std::size_t stride = 0;
};

struct TileKernel {
  std::string_view name;
  RowLayout layout = RowLayout::kRowMajor;  // of both blocks
  void (*multiply)(const TileJob& job) = nullptr;
};

// Largest distance between a kernel's value and the f64 cosine of the pair.
[[nodiscard]] double error_bound(std::size_t dim);

// Rows and columns of a tile that stays in the second-level cache together with its operands.
struct TileShape {
  std::size_t rows = 0;  // a multiple of kRowGroup, as is `columns`
  std::size_t columns = 0;
};
[[nodiscard]] TileShape tile_shape(std::size_t dim);

// The pair function itself: the oracle of the others, and what takes over from a kernel that lies.
[[nodiscard]] TileKernel scalar_kernel();

// sgemm of the serial OpenBLAS, called by many threads at once.
[[nodiscard]] TileKernel openblas_kernel();

// The fastest kernel for this CPU: avx512_kernel.h where it runs, OpenBLAS elsewhere.
[[nodiscard]] TileKernel native_kernel();

// `kernel`, or scalar_kernel() where `kernel` errs by more than error_bound() on the first or the
// last tile of `a` times `b`, which may be the same matrix. Neither is empty.
[[nodiscard]] TileKernel checked_kernel(const TileKernel& kernel, const MatrixView& a,
                                        const MatrixView& b);

}  // namespace ragsieve
