// Names that nobody can guess and that never repeat, for what the service makes.
#pragma once

#include <string>

#include "ragsieve/crypto/secret_bytes.h"
#include "ragsieve/crypto/sha256.h"

namespace ragsieve {

// 20 hexadecimal digits: 80 random bits.
[[nodiscard]] inline std::string random_id() {
  return to_hex(sha256(random_bytes(32))).substr(0, 20);
}

}  // namespace ragsieve
