// A SHA-256 digest as a value. `crypto` computes it; everything else carries it.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ragsieve {

struct Digest {
  std::array<std::uint8_t, 32> bytes{};
  auto operator<=>(const Digest&) const = default;
};

// 64 lower-case hexadecimal digits.
[[nodiscard]] inline std::string to_hex(const Digest& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(64);
  for (const std::uint8_t byte : digest.bytes) {
    hex += kDigits[byte >> 4U];
    hex += kDigits[byte & 0xFU];
  }
  return hex;
}

// The digest that `hex` spells (64 digits, either case); nothing otherwise.
[[nodiscard]] inline std::optional<Digest> digest_from_hex(std::string_view hex) {
  if (hex.size() != 64) return std::nullopt;
  Digest digest;
  for (std::size_t i = 0; i < 64; ++i) {
    const char c = hex[i];
    int value = -1;
    if (c >= '0' && c <= '9') value = c - '0';
    if (c >= 'a' && c <= 'f') value = c - 'a' + 10;
    if (c >= 'A' && c <= 'F') value = c - 'A' + 10;
    if (value < 0) return std::nullopt;
    digest.bytes[i / 2] = static_cast<std::uint8_t>((digest.bytes[i / 2] << 4U) | value);
  }
  return digest;
}

}  // namespace ragsieve
