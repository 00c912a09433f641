#include "ragsieve/report/visible_text.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

struct Interval {
  char32_t first;
  char32_t last;
};

// Sorted. Categories Cc, Zl and Zp; Cf but for the signs that are drawn (Arabic numbers, Kaithi);
// Hangul fillers; variation selectors; the blank Braille pattern; noncharacters.
constexpr std::array kHidden = {
    Interval{0x0000, 0x001F},   Interval{0x007F, 0x009F},   Interval{0x00AD, 0x00AD},
    Interval{0x034F, 0x034F},   Interval{0x061C, 0x061C},   Interval{0x115F, 0x1160},
    Interval{0x17B4, 0x17B5},   Interval{0x180B, 0x180F},   Interval{0x200B, 0x200F},
    Interval{0x2028, 0x202E},   Interval{0x2060, 0x206F},   Interval{0x2800, 0x2800},
    Interval{0x3164, 0x3164},   Interval{0xFDD0, 0xFDEF},   Interval{0xFE00, 0xFE0F},
    Interval{0xFEFF, 0xFEFF},   Interval{0xFFA0, 0xFFA0},   Interval{0xFFF0, 0xFFFB},
    Interval{0xFFFE, 0xFFFF},   Interval{0x1BCA0, 0x1BCA3}, Interval{0x1D173, 0x1D17A},
    Interval{0xE0000, 0xE0FFF},
};

std::string hex(std::uint32_t value, std::size_t width) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string digits;
  for (; value > 0 || digits.size() < width; value >>= 4U) digits += kDigits[value & 0xFU];
  std::reverse(digits.begin(), digits.end());
  return digits;
}

bool opens_a_mark(std::string_view text, std::size_t offset) {
  const std::string_view rest = text.substr(offset);
  return rest.starts_with("<U+") || rest.starts_with("<0x");
}

void append_json_escape(std::string& out, char32_t code_point) {
  if (code_point < 0x10000) {
    out += "\\u" + hex(code_point, 4);
    return;
  }
  const char32_t offset = code_point - 0x10000;
  out += "\\u" + hex(0xD800 + (offset >> 10U), 4);
  out += "\\u" + hex(0xDC00 + (offset & 0x3FFU), 4);
}

}  // namespace

bool is_hidden(char32_t code_point) {
  if ((code_point & 0xFFFEU) == 0xFFFE) return true;
  const auto next = std::upper_bound(
      kHidden.begin(), kHidden.end(), code_point,
      [](char32_t value, const Interval& interval) { return value < interval.first; });
  return next != kHidden.begin() && code_point <= std::prev(next)->last;
}

std::string visible_start(std::string_view text, std::size_t max_code_points) {
  std::string out;
  std::size_t n_done = 0;
  for (std::size_t i = 0; i < text.size(); ++n_done) {
    if (n_done == max_code_points) return out + "\u2026";
    const auto point = decode_utf8(text, i);
    if (!point) {
      out += "<0x" + hex(static_cast<unsigned char>(text[i]), 2) + ">";
      ++i;
      continue;
    }
    if (is_hidden(point->value) || opens_a_mark(text, i)) {
      out += "<U+" + hex(point->value, 4) + ">";
    } else {
      out += text.substr(i, point->n_bytes);
    }
    i += point->n_bytes;
  }
  return out;
}

std::string visible(std::string_view text) { return visible_start(text, text.size()); }

std::string visible_json(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (std::size_t i = 0; i < json.size();) {
    const auto byte = static_cast<unsigned char>(json[i]);
    const auto point = byte < 0x7F ? std::nullopt : decode_utf8(json, i);
    const std::size_t n_bytes = point ? point->n_bytes : 1;
    if (point && is_hidden(point->value)) {
      append_json_escape(out, point->value);
    } else {
      out += json.substr(i, n_bytes);
    }
    i += n_bytes;
  }
  return out;
}

}  // namespace ragsieve
