#include "ragsieve/index/tile_kernel.h"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "ragsieve/index/avx512_kernel.h"
#include "ragsieve/index/similarity.h"

namespace ragsieve {
namespace {

void multiply_scalar(const TileJob& job) {
  for (std::size_t i = 0; i < job.a_rows; ++i) {
    for (std::size_t j = 0; j < job.b_rows; ++j) {
      const std::span<const float> a(job.a + i * job.dim, job.dim);
      const std::span<const float> b(job.b + j * job.dim, job.dim);
      job.out[i * job.stride + j] = static_cast<float>(dot(a, b));
    }
  }
}

void multiply_openblas(const TileJob& job) {
  const auto narrow = [](std::size_t value) { return static_cast<blasint>(value); };
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, narrow(job.a_rows), narrow(job.b_rows),
              narrow(job.dim), 1.0F, job.a, narrow(job.dim), job.b, narrow(job.dim), 0.0F, job.out,
              narrow(job.stride));
}

struct Operands {
  AlignedFloats own;   // in the kernel's layout
  AlignedFloats flat;  // row-major
};

Operands load_both(const RowSelection& rows, RowLayout layout) {
  const std::size_t size = padded_rows(rows.count) * rows.matrix->dim;
  Operands operands{AlignedFloats(size), AlignedFloats(size)};
  load_unit_rows(rows, layout, operands.own.data());
  load_unit_rows(rows, RowLayout::kRowMajor, operands.flat.data());
  return operands;
}

// Compares a sample of one tile with scalar products, all entries of a small one. The step is prime
// to the width, so the sample meets every column.
bool agrees(const TileKernel& kernel, const RowSelection& a, const RowSelection& b) {
  const std::size_t dim = a.matrix->dim;
  const std::size_t stride = padded_rows(b.count);
  const Operands left = load_both(a, kernel.layout);
  const Operands right = load_both(b, kernel.layout);
  std::vector<float> out(padded_rows(a.count) * stride);
  kernel.multiply({left.own.data(), a.count, right.own.data(), b.count, dim, out.data(), stride});
  const std::size_t n_entries = a.count * b.count;
  const std::size_t step = n_entries <= 4096 ? 1 : b.count % 61 == 0 ? 59 : 61;
  for (std::size_t entry = 0; entry < n_entries; entry += step) {
    const std::size_t i = entry / b.count;
    const std::size_t j = entry % b.count;
    const double expected = dot(std::span<const float>(left.flat.data() + i * dim, dim),
                                std::span<const float>(right.flat.data() + j * dim, dim));
    const double error = std::fabs(static_cast<double>(out[i * stride + j]) - expected);
    if (!(error <= error_bound(dim))) return false;  // NaN is a mismatch too
  }
  return true;
}

}  // namespace

// With u = 2^-24 and unit rows x, y: rounding each component to float32 changes the product by at
// most (2u + u^2) sum|x_i y_i| <= 2u + u^2 (Cauchy-Schwarz), and a float32 sum of dim products, in
// any order, with or without fused steps, by at most gamma_dim = dim u / (1 - dim u) times
// sum|x_i y_i| (Higham, Accuracy and Stability, 3.1). gamma_(dim + 8) covers both, the f64 rounding
// of norms and pair function (dim 2^-53) and what underflows (dim 2^-126).
double error_bound(std::size_t dim) {
  const double n_u = static_cast<double>(dim + 8) * 0x1p-24;
  return n_u / (1 - n_u);
}

TileShape tile_shape(std::size_t dim) {
  constexpr std::size_t kOperandFloats = 80'000;  // a's part of the cache
  const std::size_t fitting = kOperandFloats / dim / kRowGroup * kRowGroup;
  return {std::clamp<std::size_t>(fitting, kRowGroup, 192), 384};
}

TileKernel scalar_kernel() { return {"scalar", RowLayout::kRowMajor, multiply_scalar}; }

TileKernel openblas_kernel() { return {"openblas", RowLayout::kRowMajor, multiply_openblas}; }

TileKernel native_kernel() { return avx512_kernel().value_or(openblas_kernel()); }

TileKernel checked_kernel(const TileKernel& kernel, const MatrixView& a, const MatrixView& b) {
  const TileShape shape = tile_shape(a.dim);
  const std::size_t rows = std::min(shape.rows, a.n_rows);
  const std::size_t columns = std::min(shape.columns, b.n_rows);
  const std::size_t rest = a.n_rows - (a.n_rows - 1) / shape.rows * shape.rows;
  const std::size_t rest_b = b.n_rows - (b.n_rows - 1) / shape.columns * shape.columns;
  const bool good =
      agrees(kernel, {&a, 0, rows, {}}, {&b, 0, columns, {}}) &&
      agrees(kernel, {&a, a.n_rows - rest, rest, {}}, {&b, b.n_rows - rest_b, rest_b, {}});
  return good ? kernel : scalar_kernel();
}

}  // namespace ragsieve
