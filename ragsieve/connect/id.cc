#include "ragsieve/connect/id.h"

#include <array>
#include <cstdio>
#include <optional>

#include "ragsieve/base/limits.h"
#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

bool is_refused(char32_t c) {
  if (c < 0x20 || (c >= 0x7F && c <= 0x9F)) return true;  // controls
  if (c >= 0x2028 && c <= 0x202E) return true;            // separators, bidirectional embeddings
  return (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;     // isolates, byte order mark
}

std::string code_point_name(char32_t c) {
  std::array<char, 16> name{};
  std::snprintf(name.data(), name.size(), "U+%04X", static_cast<unsigned>(c));
  return name.data();
}

std::string escaped(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    std::array<char, 8> piece{};
    std::snprintf(piece.data(), piece.size(), "\\x%02X", static_cast<unsigned char>(c));
    out += piece.data();
  }
  return out;
}

}  // namespace

Status check_id(std::string_view id) {
  if (id.size() > limits::kIdBytes) {
    return make_error(Code::kTooLarge, "has " + std::to_string(id.size()) + " bytes, at most " +
                                           std::to_string(limits::kIdBytes) + " are allowed");
  }
  if (id.find_first_not_of(' ') == std::string_view::npos) {
    return make_error(Code::kInvalidInput, "is empty, expected a name");
  }
  for (std::size_t offset = 0; offset < id.size();) {
    const std::optional<CodePoint> point = decode_utf8(id, offset);
    if (!point) {
      return make_error(Code::kInvalidInput,
                        "is not valid UTF-8 at byte " + std::to_string(offset));
    }
    if (is_refused(point->value)) {
      return make_error(Code::kInvalidInput, "holds " + code_point_name(point->value) +
                                                 " at byte " + std::to_string(offset) +
                                                 "; ids are printed, control characters are "
                                                 "refused");
    }
    offset += point->n_bytes;
  }
  return ok_status();
}

std::string printable(std::string_view bytes, std::size_t max_bytes) {
  std::string out;
  for (std::size_t offset = 0; offset < bytes.size();) {
    const std::optional<CodePoint> point = decode_utf8(bytes, offset);
    const std::string_view piece = bytes.substr(offset, point ? point->n_bytes : 1);
    const bool plain = point && !is_refused(point->value);
    if (offset + piece.size() > max_bytes) return out + "...";
    out += plain ? std::string(piece) : escaped(piece);
    offset += piece.size();
  }
  return out;
}

}  // namespace ragsieve
