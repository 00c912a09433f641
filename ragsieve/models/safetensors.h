// The header of a .safetensors file: which tensors it holds and where their bytes lie. The bytes
// come from outside: every offset is checked against the file before it is used. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"

namespace ragsieve {

struct SafeTensor {
  std::string name;
  std::string dtype;                 // "F32", "F16", "BF16", ...
  std::vector<std::uint64_t> shape;  // outermost first, as written
  std::string_view bytes;            // inside the file given
};

// Tensors of `file` (the whole file's bytes), in header order. kInvalidInput with the tensor's
// name in where.field: a header that is not JSON or over its limit; offsets outside the file or
// backwards; a size that does not fit shape and dtype; a name twice.
[[nodiscard]] Result<std::vector<SafeTensor>> read_safetensors(std::string_view file,
                                                               const std::string& path);

}  // namespace ragsieve
