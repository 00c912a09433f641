// What every look-up of a text from outside asks first: a database refuses some texts with an
// error, which would end a transaction, where the answer is that there is no such row. Pure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "ragsieve/base/utf8.h"

namespace ragsieve {

inline constexpr std::size_t kIdBytes = 200;

// Whether a column of text can hold it: UTF-8 without U+0000.
[[nodiscard]] inline bool may_be_text(std::string_view text) {
  return text.find('\0') == text.npos && !first_invalid_utf8(text);
}

// Whether a row can have this id.
[[nodiscard]] inline bool may_be_id(std::string_view id) {
  return !id.empty() && id.size() <= kIdBytes && may_be_text(id);
}

// Whether a corpus or a monitor can have this name: a-z, 0-9, _ and -, 1 to 64 of them.
[[nodiscard]] inline bool is_plain_name(std::string_view name) {
  constexpr std::size_t kNameBytes = 64;
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !name.empty() && name.size() <= kNameBytes && std::all_of(name.begin(), name.end(), fits);
}

// Whether a control character of ASCII is in it: no name of a thing has one.
[[nodiscard]] inline bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

}  // namespace ragsieve
