// UTF-8 without a library: validation and code point iteration for the readers below `text`.
// Thread-safe, no allocation.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace ragsieve {

struct CodePoint {
  char32_t value = 0;
  std::size_t n_bytes = 0;
};

// The code point that starts at byte `offset` of `text`; nothing where the bytes are not
// well-formed UTF-8 (overlong forms, surrogates and values past U+10FFFF are not).
[[nodiscard]] std::optional<CodePoint> decode_utf8(std::string_view text, std::size_t offset);

// Byte offset of the first ill-formed sequence; nothing when all of `text` is valid.
[[nodiscard]] std::optional<std::size_t> first_invalid_utf8(std::string_view text);

}  // namespace ragsieve
