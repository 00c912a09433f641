// Any bytes as a .npy file: what is accepted lies within the bytes and within the limits, and is
// aligned; every number of it is read.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "ragsieve/base/limits.h"
#include "ragsieve/connect/npy/npy_header.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// Reads all rows, out of memory that ends where the file ends.
void read_rows(const ragsieve::NpyHeader& header, std::string_view bytes) {
  std::vector<char> copy(header.data_bytes());  // its start is aligned for any number
  std::memcpy(copy.data(), bytes.data() + header.data_offset, copy.size());
  const ragsieve::MatrixView rows{copy.data(), header.n_rows, header.dim, header.scalar, {}};
  std::vector<float> buffer(header.dim);
  volatile float last = 0;
  for (std::size_t i = 0; i < rows.n_rows; ++i) last = rows.row(i, buffer).back();
  static_cast<void>(last);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const ragsieve::Result<ragsieve::NpyHeader> header = ragsieve::parse_npy_header(bytes);
  if (!header.ok()) {
    require(!header.error().message.empty());
    return 0;
  }
  require(header->n_rows > 0 && header->dim > 0 && header->dim <= ragsieve::limits::kDimension);
  require(header->data_offset + header->data_bytes() == size);
  require(header->data_offset % (header->scalar == ragsieve::Scalar::kFloat32 ? 4 : 2) == 0);
  read_rows(*header, bytes);
  return 0;
}
