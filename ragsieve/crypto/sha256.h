// SHA-256 (libsodium) of bytes, of files and of pieces that arrive one by one.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"

namespace ragsieve {

[[nodiscard]] Digest sha256(std::string_view bytes);

// Of a whole file, read in pieces; kNotFound, kIo.
[[nodiscard]] Result<Digest> sha256_file(const std::string& path);

// Incremental. Not thread-safe; finish() once.
class Sha256 {
 public:
  Sha256();
  // Appends the length of `field` (8 bytes, little-endian) and its bytes, so that two different
  // lists of fields never hash alike.
  Sha256& add_field(std::string_view field);
  Sha256& add(std::string_view bytes);
  [[nodiscard]] Digest finish();

 private:
  alignas(64) std::array<std::byte, 256> state_{};
};

}  // namespace ragsieve
