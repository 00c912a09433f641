// The header of a .npy file (versions 1 to 3), parsed by hand and without evaluating anything:
// {'descr': '<f4', 'fortran_order': False, 'shape': (100, 384), } and then the numbers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"

namespace ragsieve {

struct NpyHeader {
  Scalar scalar = Scalar::kFloat32;
  std::size_t n_rows = 0;
  std::size_t dim = 0;
  std::size_t data_offset = 0;  // of the first number, a multiple of its size

  [[nodiscard]] std::size_t data_bytes() const {
    return n_rows * dim * (scalar == Scalar::kFloat32 ? 4 : 2);
  }
};

// The header of the file that `bytes` are, whose data is exactly as long as the header says.
// kInvalidInput when it is not .npy, not float32 or float16 in C order with two dimensions, has no
// rows or columns, is truncated or has bytes left over; kTooLarge when a limit of base/limits.h is
// exceeded. The caller adds the path.
[[nodiscard]] Result<NpyHeader> parse_npy_header(std::string_view bytes);

// The header that numpy itself writes for n_rows x dim float32: magic, version, dict, padding.
[[nodiscard]] std::string npy_header(std::size_t n_rows, std::size_t dim);

}  // namespace ragsieve
