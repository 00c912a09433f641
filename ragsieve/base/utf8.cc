#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

struct Lead {
  std::size_t n_bytes;
  char32_t bits;
  char32_t smallest;
};

std::optional<Lead> lead_of(unsigned char byte) {
  if (byte < 0x80) return Lead{1, byte, 0};
  if (byte < 0xC2) return std::nullopt;
  if (byte < 0xE0) return Lead{2, byte & 0x1FU, 0x80};
  if (byte < 0xF0) return Lead{3, byte & 0x0FU, 0x800};
  if (byte < 0xF5) return Lead{4, byte & 0x07U, 0x10000};
  return std::nullopt;
}

}  // namespace

std::optional<CodePoint> decode_utf8(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return std::nullopt;
  const std::optional<Lead> lead = lead_of(static_cast<unsigned char>(text[offset]));
  if (!lead || text.size() - offset < lead->n_bytes) return std::nullopt;
  char32_t value = lead->bits;
  for (std::size_t i = 1; i < lead->n_bytes; ++i) {
    const auto byte = static_cast<unsigned char>(text[offset + i]);
    if ((byte & 0xC0U) != 0x80U) return std::nullopt;
    value = (value << 6U) | (byte & 0x3FU);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < lead->smallest || value > 0x10FFFF || surrogate) return std::nullopt;
  return CodePoint{value, lead->n_bytes};
}

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  std::size_t offset = 0;
  while (offset < text.size()) {
    if (static_cast<unsigned char>(text[offset]) < 0x80) {
      ++offset;
      continue;
    }
    const std::optional<CodePoint> point = decode_utf8(text, offset);
    if (!point) return offset;
    offset += point->n_bytes;
  }
  return std::nullopt;
}

}  // namespace ragsieve
