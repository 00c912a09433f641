// The two printed forms share one writer. It follows the value recursively: a value from Reader is
// at most limits::kJsonDepth deep, and one that we build ourselves is shallower still.
#include "ragsieve/json/value.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <compare>
#include <type_traits>

#include "ragsieve/base/utf8.h"

namespace ragsieve::json {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// RFC 8785's order of UTF-16 code units, read off UTF-8 bytes: it differs from byte order only in
// that U+E000..U+FFFF (lead bytes EE and EF) come after the surrogate pairs (F0..F4).
unsigned utf16_rank(char c) {
  const unsigned byte = static_cast<unsigned char>(c);
  return byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte;
}

bool utf16_less(const Member* left, const Member* right) {
  const auto order = std::lexicographical_compare_three_way(
      left->first.begin(), left->first.end(), right->first.begin(), right->first.end(),
      [](char a, char b) { return utf16_rank(a) <=> utf16_rank(b); });
  // Members of one object lie in one array: equal names keep their order.
  return order == 0 ? left < right : order < 0;
}

class Writer {
 public:
  explicit Writer(bool canonical) : canonical_(canonical) {}

  void write(const Value& value) {
    std::visit([this](const auto& held) { write(held); }, value.storage());
  }
  std::string take() { return std::move(out_); }

 private:
  void write(std::nullptr_t) { out_ += "null"; }
  void write(bool value) { out_ += value ? "true" : "false"; }
  void write(std::int64_t value) { number(value); }
  void write(std::uint64_t value) { number(value); }

  void write(double value) {
    assert(!canonical_ && "the canonical form has no floating-point numbers");
    if (!std::isfinite(value)) {
      out_ += "null";
      return;
    }
    const std::size_t start = out_.size();
    number(value);
    // "1" would be read back as an integer.
    if (out_.find_first_of(".e", start) == std::string::npos) out_ += ".0";
  }

  void write(const std::string& text) {
    out_ += '"';
    for (std::size_t i = 0; i < text.size();) {
      const char c = text[i];
      if (static_cast<unsigned char>(c) < 0x80) {
        ascii(c);
        ++i;
      } else if (const auto point = decode_utf8(text, i)) {
        out_.append(text, i, point->n_bytes);
        i += point->n_bytes;
      } else {
        out_ += kReplacement;
        ++i;
      }
    }
    out_ += '"';
  }

  void write(const Array& array) {
    out_ += '[';
    for (std::size_t i = 0; i < array.size(); ++i) {
      if (i > 0) out_ += ',';
      write(array[i]);
    }
    out_ += ']';
  }

  void write(const Object& object) {
    std::vector<const Member*> members;
    members.reserve(object.size());
    for (const Member& member : object) members.push_back(&member);
    if (canonical_) std::ranges::sort(members, utf16_less);
    out_ += '{';
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (i > 0) out_ += ',';
      write(members[i]->first);
      out_ += ':';
      write(members[i]->second);
    }
    out_ += '}';
  }

  template <typename Number>
  void number(Number value) {
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out_.append(digits.data(), end);
  }

  void ascii(char c) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t";
    constexpr std::string_view kLetters = "\"\\bfnrt";
    if (const auto at = kEscaped.find(c); at != std::string_view::npos) {
      out_ += '\\';
      out_ += kLetters[at];
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out_ += "\\u00";
      out_ += kDigits[static_cast<unsigned char>(c) >> 4U];
      out_ += kDigits[static_cast<unsigned char>(c) & 0xFU];
    } else {
      out_ += c;
    }
  }

  bool canonical_;
  std::string out_;
};

std::string print(const Value& value, bool canonical) {
  Writer writer(canonical);
  writer.write(value);
  return writer.take();
}

}  // namespace

const Value* Value::find(std::string_view name) const {
  const Object* members = object();
  if (members == nullptr) return nullptr;
  const auto found = std::ranges::find(*members, name, &Member::first);
  return found == members->end() ? nullptr : &found->second;
}

bool Value::is_number() const {
  return std::holds_alternative<std::int64_t>(storage_) ||
         std::holds_alternative<std::uint64_t>(storage_) ||
         std::holds_alternative<double>(storage_);
}

double Value::number() const {
  assert(is_number());
  return std::visit(
      [](const auto& held) {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_arithmetic_v<Held>) return static_cast<double>(held);
        return 0.0;
      },
      storage_);
}

std::string_view Value::type_name() const {
  constexpr std::array<std::string_view, std::variant_size_v<Storage>> kNames = {
      "null", "boolean", "number", "number", "number", "string", "array", "object"};
  return kNames[storage_.index()];
}

std::string dump(const Value& value) { return print(value, false); }
std::string canonical(const Value& value) { return print(value, true); }

}  // namespace ragsieve::json
