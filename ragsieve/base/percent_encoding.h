// Percent encoding of URIs (RFC 3986, section 2): every byte but letters, digits and -._~ as %XX.
// Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace ragsieve {

// The bytes of `also_plain` stay as they are too: "/" of a path, none of one segment.
[[nodiscard]] inline std::string percent_encoded(std::string_view text,
                                                 std::string_view also_plain = "") {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (kPlain.find(c) != std::string_view::npos || also_plain.find(c) != std::string_view::npos) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 0xFU];
  }
  return out;
}

}  // namespace ragsieve
