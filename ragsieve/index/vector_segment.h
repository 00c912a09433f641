// The vectors segment of an index: a .npy file (version 1.0, little-endian float32, C order) whose
// header is 128 bytes long, so that other tools read it and rows start on a cache line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"

namespace ragsieve {

inline constexpr std::size_t kVectorHeaderBytes = 128;

// The header of n_rows x dim numbers.
[[nodiscard]] std::string vector_header(std::size_t n_rows, std::size_t dim);

// A view of the rows in a mapped segment that must hold exactly n_rows x dim. `path` stands in the
// errors. kCorrupt for another size or header.
[[nodiscard]] Result<MatrixView> view_vectors(std::string_view bytes, std::size_t n_rows,
                                              std::size_t dim, const std::string& path);

}  // namespace ragsieve
