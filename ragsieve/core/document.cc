#include "ragsieve/core/document.h"

#include <algorithm>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

// What Python's str.strip takes: category Zs, and the bidirectional types WS, B and S.
bool is_white_space(char32_t c) {
  if (c <= 0x20) return c == 0x20 || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
  if (c == 0x85 || c == 0xA0 || c == 0x1680) return true;
  if (c >= 0x2000 && c <= 0x200A) return true;
  return c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

std::size_t leading_white_space(std::string_view text) {
  std::size_t offset = 0;
  while (const auto point = decode_utf8(text, offset)) {
    if (!is_white_space(point->value)) break;
    offset += point->n_bytes;
  }
  return offset;
}

std::size_t without_trailing_white_space(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0) {
    std::size_t start = end - 1;
    while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xC0U) == 0x80U) --start;
    const auto point = decode_utf8(text, start);
    if (!point || start + point->n_bytes != end || !is_white_space(point->value)) break;
    end = start;
  }
  return end;
}

// Line and column (code points) of byte `offset` of `text`, both from 1.
void locate(std::string_view text, std::size_t offset, Span& span) {
  span.line = 1;
  span.column = 1;
  for (std::size_t i = 0; i < std::min(offset, text.size()); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == '\n') {
      ++span.line;
      span.column = 1;
    } else if ((byte & 0xC0U) != 0x80U) {
      ++span.column;
    }
  }
}

}  // namespace

void set_fields(Document& document, std::string_view title, std::string_view text) {
  std::string joined(title);
  joined += ' ';
  joined += text;
  const std::size_t end = without_trailing_white_space(joined);
  const std::size_t start = std::min(leading_white_space(joined), end);
  document.title_bytes = title.size();
  document.stripped_front = joined.substr(0, start);
  document.indexed_text = joined.substr(start, end - start);
}

Span span_of(const Document& document, ByteRange indexed, std::string rule, double weight) {
  const std::string joined = document.stripped_front + document.indexed_text;
  const std::size_t front = document.stripped_front.size();
  ByteRange range{std::min(indexed.start + front, joined.size()),
                  std::min(indexed.end + front, joined.size())};
  const bool in_title = range.start < document.title_bytes;
  if (in_title) range.end = std::min(range.end, document.title_bytes);
  const std::size_t field_start = in_title ? 0 : document.title_bytes + 1;

  Span span;
  span.field = in_title ? "title" : "text";
  span.rule = std::move(rule);
  span.weight = weight;
  // A range that starts on the joining space belongs to the text from its first byte on.
  range.start = std::max(range.start, std::min(field_start, joined.size()));
  range.end = std::max(range.end, range.start);
  span.text = joined.substr(range.start, range.end - range.start);
  const std::string_view field =
      std::string_view(joined).substr(std::min(field_start, joined.size()));
  span.range = {range.start - std::min(field_start, range.start),
                range.end - std::min(field_start, range.end)};
  locate(field, span.range.start, span);
  return span;
}

}  // namespace ragsieve
