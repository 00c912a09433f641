// Bytes that must not be left behind in memory: a private key, a passphrase. They are overwritten
// when the object goes. Moves, never copies; not for printing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ragsieve {

class SecretBytes {
 public:
  SecretBytes() = default;
  explicit SecretBytes(std::size_t n_bytes) : bytes_(n_bytes) {}
  // Takes the bytes of `text` and overwrites them there.
  [[nodiscard]] static SecretBytes take(std::string& text);
  SecretBytes(SecretBytes&& other) noexcept;
  SecretBytes& operator=(SecretBytes&& other) noexcept;
  SecretBytes(const SecretBytes&) = delete;
  SecretBytes& operator=(const SecretBytes&) = delete;
  ~SecretBytes();

  [[nodiscard]] std::uint8_t* data() { return bytes_.data(); }
  [[nodiscard]] const std::uint8_t* data() const { return bytes_.data(); }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] bool empty() const { return bytes_.empty(); }
  [[nodiscard]] std::string_view view() const {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

// Overwrites the bytes of `text` and empties it.
void wipe(std::string& text);

// `n_bytes` from the system's source of random bytes. Thread-safe.
[[nodiscard]] std::string random_bytes(std::size_t n_bytes);

}  // namespace ragsieve
