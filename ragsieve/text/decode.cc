#include "ragsieve/text/decode.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "ragsieve/base/utf8.h"
#include "ragsieve/text/folding.h"
#include "ragsieve/text/hidden_characters.h"

namespace ragsieve {
namespace {

constexpr std::size_t kFewestBase64 = 16;
constexpr std::size_t kJoinedLine = 40;
constexpr std::size_t kFewestEscapes = 6;
constexpr std::size_t kFewestLetters = 6;

int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return -1;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Valid UTF-8 without control characters, with some letters in it.
bool is_readable(std::string_view text) {
  std::size_t letters = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto point = decode_utf8(text, at);
    if (!point) return false;
    const char32_t c = point->value;
    if (c == 0x7F || (c < 0x20 && c != '\n' && c != '\r' && c != '\t')) return false;
    letters += c >= 0x80 || ((c | 0x20U) >= 'a' && (c | 0x20U) <= 'z') ? 1 : 0;
    at += point->n_bytes;
  }
  return letters >= kFewestLetters;
}

// End of the base64 run at `at`: line ends behind long lines belong to it.
std::size_t base64_end(std::string_view text, std::size_t at) {
  std::size_t line = at;
  while (at < text.size()) {
    if (base64_value(text[at]) >= 0) {
      ++at;
      continue;
    }
    std::size_t next = at;
    while (next < text.size() && (text[next] == '\n' || text[next] == '\r' || text[next] == ' ')) {
      ++next;
    }
    const bool goes_on = next > at && at - line >= kJoinedLine && next < text.size() &&
                         base64_value(text[next]) >= 0;
    if (!goes_on) break;
    line = at = next;
  }
  return at;
}

// Bytes of text[range); what is no base64 character in it is skipped.
std::string decode_base64(std::string_view text, ByteRange range) {
  std::string bytes;
  std::uint32_t bits = 0;
  int n_bits = 0;
  for (std::size_t i = range.start; i < range.end; ++i) {
    const int value = base64_value(text[i]);
    if (value < 0) continue;
    bits = (bits << 6U | static_cast<std::uint32_t>(value)) & 0xFFFFFFU;
    n_bits += 6;
    if (n_bits < 8) continue;
    n_bits -= 8;
    bytes += static_cast<char>(bits >> static_cast<unsigned>(n_bits) & 0xFFU);
  }
  return bytes;
}

TextView folded_part(const TextView& part) {
  return folded_view(part.text()).through(part, part.kind());
}

void append_code_point(std::string& out, std::uint32_t c) {
  const auto byte = [&out](std::uint32_t value) { out += static_cast<char>(value); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xC0U | c >> 6U);
    byte(0x80U | (c & 0x3FU));
  } else if (c < 0x10000) {
    byte(0xE0U | c >> 12U);
    byte(0x80U | (c >> 6U & 0x3FU));
    byte(0x80U | (c & 0x3FU));
  } else {
    byte(0xF0U | c >> 18U);
    byte(0x80U | (c >> 12U & 0x3FU));
    byte(0x80U | (c >> 6U & 0x3FU));
    byte(0x80U | (c & 0x3FU));
  }
}

struct Escape {
  std::size_t length = 0;  // 0: none starts here
  std::string bytes;
};

// `digits` hex digits at `at`; nothing where there are fewer.
std::optional<std::uint32_t> hex_number(std::string_view text, std::size_t at, std::size_t digits) {
  std::uint32_t value = 0;
  if (at + digits > text.size()) return std::nullopt;
  for (std::size_t i = at; i < at + digits; ++i) {
    if (hex_value(text[i]) < 0) return std::nullopt;
    value = value << 4U | static_cast<std::uint32_t>(hex_value(text[i]));
  }
  return value;
}

Escape entity_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kMostDigits = 7;
  std::size_t i = at + 2;
  const bool hex = i < text.size() && (text[i] | 0x20) == 'x';
  i += hex ? 1 : 0;
  const std::size_t first = i;
  std::uint32_t value = 0;
  for (; i < text.size() && i < first + kMostDigits; ++i) {
    const int digit = hex_value(text[i]);
    if (digit < 0 || (!hex && digit > 9)) break;
    value = value * (hex ? 16U : 10U) + static_cast<std::uint32_t>(digit);
  }
  if (i == first || i >= text.size() || text[i] != ';' || value > 0x10FFFF) return {};
  Escape escape{i + 1 - at, {}};
  append_code_point(escape.bytes, value);
  return escape;
}

Escape escape_at(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) == "&#") return entity_at(text, at);
  if (text[at] == '%') {
    const auto byte = hex_number(text, at + 1, 2);
    return byte ? Escape{3, std::string(1, static_cast<char>(*byte))} : Escape{};
  }
  if (text[at] != '\\' || at + 1 >= text.size()) return {};
  if (text[at + 1] == 'x') {
    const auto byte = hex_number(text, at + 2, 2);
    return byte ? Escape{4, std::string(1, static_cast<char>(*byte))} : Escape{};
  }
  if (text[at + 1] == 'u') {
    const auto unit = hex_number(text, at + 2, 4);
    if (!unit) return {};
    Escape escape{6, {}};
    append_code_point(escape.bytes, *unit);
    return escape;
  }
  return {};
}

bool is_white(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

// The run at `at` decoded; `end` is where it ends.
std::optional<TextView> decode_run(std::string_view text, std::size_t at, std::size_t& end) {
  TextView part(ViewKind::kEscaped);
  std::size_t n_escapes = 0;
  while (at < text.size() && !is_white(text[at])) {
    const Escape escape = escape_at(text, at);
    const std::size_t length = std::max<std::size_t>(escape.length, 1);
    const char as_is = text[at] == '+' ? ' ' : text[at];
    part.append(escape.length > 0 ? std::string_view(escape.bytes) : std::string_view(&as_is, 1),
                {at, at + length});
    n_escapes += escape.length > 0 ? 1 : 0;
    at += length;
  }
  end = at;
  if (n_escapes < kFewestEscapes || !is_readable(part.text())) return std::nullopt;
  return folded_part(part);
}

}  // namespace

std::vector<TextView> base64_views(std::string_view text) {
  std::vector<TextView> views;
  for (std::size_t at = 0; at < text.size();) {
    if (base64_value(text[at]) < 0) {
      ++at;
      continue;
    }
    const ByteRange range{at, base64_end(text, at)};
    at = range.end;
    if (range.end - range.start < kFewestBase64) continue;
    const std::string bytes = decode_base64(text, range);
    if (!is_readable(bytes)) continue;
    TextView part(ViewKind::kBase64);
    part.append(bytes, range);
    views.push_back(folded_part(part));
  }
  return views;
}

std::vector<TextView> escaped_views(std::string_view text) {
  std::vector<TextView> views;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    if (!is_white(text[at])) {
      if (auto view = decode_run(text, at, end)) views.push_back(std::move(*view));
    }
    at = std::max(end, at + 1);
  }
  return views;
}

std::vector<TextView> bidi_views(std::string_view text) {
  std::vector<TextView> views;
  for (const ByteRange range : override_ranges(text)) {
    std::vector<ByteRange> points;
    for (std::size_t at = range.start; at < range.end;) {
      const auto point = decode_utf8(text, at);
      const std::size_t length = point ? point->n_bytes : 1;
      points.push_back({at, at + length});
      at += length;
    }
    std::ranges::reverse(points);
    TextView part(ViewKind::kBidi);
    for (const ByteRange point : points) {
      part.append(text.substr(point.start, point.end - point.start), point);
    }
    views.push_back(folded_part(part));
  }
  return views;
}

}  // namespace ragsieve
