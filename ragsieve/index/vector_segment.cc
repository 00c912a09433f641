#include "ragsieve/index/vector_segment.h"

#include <bit>

namespace ragsieve {

static_assert(std::endian::native == std::endian::little, "segments are mapped as they lie");

std::string vector_header(std::size_t n_rows, std::size_t dim) {
  constexpr std::string_view kMagic("\x93NUMPY\x01\x00", 8);
  constexpr std::size_t kDictionaryBytes = kVectorHeaderBytes - kMagic.size() - 2;
  std::string header(kMagic);
  header += static_cast<char>(kDictionaryBytes);  // its length, two bytes little-endian
  header += '\0';
  header += "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(n_rows) + ", " +
            std::to_string(dim) + "), }";
  header.resize(kVectorHeaderBytes - 1, ' ');
  header += '\n';
  return header;
}

Result<MatrixView> view_vectors(std::string_view bytes, std::size_t n_rows, std::size_t dim,
                                const std::string& path) {
  const std::size_t expected = kVectorHeaderBytes + n_rows * dim * sizeof(float);
  if (bytes.size() != expected) {
    return make_error(Code::kCorrupt,
                      "has " + std::to_string(bytes.size()) + " bytes, expected " +
                          std::to_string(expected) + " for " + std::to_string(n_rows) +
                          " rows of width " + std::to_string(dim) + "; build the index again",
                      Where{path, 0, ""});
  }
  if (bytes.substr(0, kVectorHeaderBytes) != vector_header(n_rows, dim)) {
    return make_error(Code::kCorrupt,
                      "does not start as a .npy file of " + std::to_string(n_rows) +
                          " float32 rows of width " + std::to_string(dim) +
                          "; build the index again",
                      Where{path, 0, ""});
  }
  return MatrixView{bytes.data() + kVectorHeaderBytes, n_rows, dim, Scalar::kFloat32, {}};
}

}  // namespace ragsieve
