// Bytes of a stored value: little-endian numbers behind a magic word, and a checksum at the end
// against silent damage (not against an adversary). The reader never reads behind the end: it
// remembers that it would have, and its caller asks once.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace ragsieve {

// FNV-1a, 64 bits.
[[nodiscard]] inline std::uint64_t stored_checksum(std::string_view bytes) {
  std::uint64_t sum = 0xCBF29CE484222325;
  for (const char byte : bytes) {
    sum = (sum ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
  }
  return sum;
}

class StoredWriter {
 public:
  explicit StoredWriter(std::string_view magic) : bytes_(magic) {}

  template <std::unsigned_integral T>
  void number(T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      bytes_ += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xFFU);
    }
  }
  void text(std::string_view text) {
    number(static_cast<std::uint32_t>(text.size()));
    bytes_ += text;
  }
  // The bytes with their checksum.
  [[nodiscard]] std::string finish() && {
    number(stored_checksum(bytes_));
    return std::move(bytes_);
  }

 private:
  std::string bytes_;
};

class StoredReader {
 public:
  // The bytes behind the magic word and before the checksum; none where either is not right.
  StoredReader(std::string_view bytes, std::string_view magic) {
    if (bytes.size() < magic.size() + 8 || !bytes.starts_with(magic)) {
      fault_ = "does not start with \"" + std::string(magic) + "\"";
      return;
    }
    rest_ = bytes.substr(bytes.size() - 8);
    const auto stated = number<std::uint64_t>();
    if (stored_checksum(bytes.substr(0, bytes.size() - 8)) != stated) {
      fault_ = "its checksum does not fit its bytes";
      return;
    }
    rest_ = bytes.substr(magic.size(), bytes.size() - magic.size() - 8);
  }

  template <std::unsigned_integral T>
  [[nodiscard]] T number() {
    std::uint64_t value = 0;
    const std::string_view bytes = take(sizeof(T));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    }
    return static_cast<T>(value);
  }
  [[nodiscard]] std::string_view text() { return take(number<std::uint32_t>()); }

  [[nodiscard]] std::size_t bytes_left() const { return rest_.size(); }
  // Why the bytes are not what they must be; empty while all is well.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  std::string_view take(std::size_t n_bytes) {
    if (n_bytes > rest_.size()) {
      if (fault_.empty()) fault_ = "ends too early";
      rest_ = {};
      return {};
    }
    const std::string_view taken = rest_.substr(0, n_bytes);
    rest_.remove_prefix(n_bytes);
    return taken;
  }

  std::string_view rest_;
  std::string fault_;
};

}  // namespace ragsieve
