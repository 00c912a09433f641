#include "ragsieve/crypto/base64.h"

#include <array>
#include <cstdint>

namespace ragsieve {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Value of a digit; 64 and above are no digits.
constexpr std::array<std::uint8_t, 256> digit_values(bool url_safe) {
  std::array<std::uint8_t, 256> values{};
  values.fill(64);
  for (std::size_t i = 0; i < kDigits.size(); ++i) {
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint8_t>(i);
  }
  if (url_safe) {
    values['+'] = values['/'] = 64;
    values['-'] = 62;
    values['_'] = 63;
  }
  return values;
}
constexpr std::array<std::uint8_t, 256> kStandard = digit_values(false);
constexpr std::array<std::uint8_t, 256> kUrlSafe = digit_values(true);

std::size_t padding_of(std::string_view text) {
  if (text.ends_with("==")) return 2;
  return text.ends_with('=') ? 1 : 0;
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = (bits << 8U) | (k < group.size() ? static_cast<unsigned char>(group[k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += k <= group.size() ? kDigits[(bits >> (18 - 6 * k)) & 63U] : '=';
    }
  }
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  const bool url_safe = text.find_first_of("-_") != std::string_view::npos;
  const auto& values = url_safe ? kUrlSafe : kStandard;
  const std::string_view digits = text.substr(0, text.size() - padding_of(text));
  std::string out;
  out.reserve(digits.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  unsigned n_bits = 0;
  for (const char c : digits) {
    const std::uint8_t value = values[static_cast<unsigned char>(c)];
    if (value >= 64) return std::nullopt;
    bits = (bits << 6U) | value;
    n_bits += 6;
    if (n_bits < 8) continue;
    n_bits -= 8;
    out += static_cast<char>((bits >> n_bits) & 0xFFU);
    bits &= (1U << n_bits) - 1U;
  }
  if (bits != 0) return std::nullopt;
  return out;
}

}  // namespace ragsieve
