// HMAC-SHA-256 (RFC 2104, libsodium): that bytes come from who knows the key. Pure, thread-safe.
#pragma once

#include <string_view>

#include "ragsieve/base/digest.h"

namespace ragsieve {

// A key of any length.
[[nodiscard]] Digest hmac_sha256(std::string_view key, std::string_view bytes);

}  // namespace ragsieve
