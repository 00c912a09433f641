// Base64 of RFC 4648: written in the standard alphabet, read in the standard or the URL-safe one
// (never a mixture). Strict: padding is required, nothing else stands between the digits, unused
// bits are zero, so that a value has one spelling an alphabet. Thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ragsieve {

[[nodiscard]] std::string to_base64(std::string_view bytes);

// Nothing where `text` is not base64.
[[nodiscard]] std::optional<std::string> from_base64(std::string_view text);

}  // namespace ragsieve
