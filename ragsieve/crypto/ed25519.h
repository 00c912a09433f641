// Ed25519 signatures (RFC 8032) by libsodium, and the public key as other tools read it: SPKI
// (RFC 8410) in DER or PEM. All functions are thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ragsieve/crypto/secret_bytes.h"

namespace ragsieve {

struct PublicKey {
  std::array<std::uint8_t, 32> bytes{};
  bool operator==(const PublicKey&) const = default;
};

inline constexpr std::size_t kSeedBytes = 32;
inline constexpr std::size_t kSignatureBytes = 64;

// A private key. Overwritten when it goes; moves, never copies.
class PrivateKey {
 public:
  [[nodiscard]] static PrivateKey generate();
  // From the 32 bytes that RFC 8032 calls the private key; nothing for another length.
  [[nodiscard]] static std::optional<PrivateKey> from_seed(std::string_view seed);

  [[nodiscard]] const PublicKey& public_key() const { return public_key_; }
  [[nodiscard]] SecretBytes seed() const;
  [[nodiscard]] std::string sign(std::string_view message) const;  // 64 bytes

 private:
  PrivateKey() = default;
  SecretBytes expanded_;  // libsodium's form: seed and public key
  PublicKey public_key_;
};

// False too for a signature of another length, a key of small order and a malleable signature.
[[nodiscard]] bool signature_holds(const PublicKey& key, std::string_view message,
                                   std::string_view signature);

[[nodiscard]] std::string to_spki_der(const PublicKey& key);  // 44 bytes
[[nodiscard]] std::string to_spki_pem(const PublicKey& key);  // three lines

// An Ed25519 public key in PEM, or in the base64 that stands inside a PEM; nothing for anything
// else (another algorithm, a private key, more than one block).
[[nodiscard]] std::optional<PublicKey> public_key_from_text(std::string_view text);

// Hex of the sha256 of the SPKI DER: the same for everybody who has the key.
[[nodiscard]] std::string key_id(const PublicKey& key);

}  // namespace ragsieve
