#include "ragsieve/crypto/ed25519.h"

#include <sodium.h>

#include <cstring>

#include "ragsieve/base/digest.h"
#include "ragsieve/crypto/base64.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/crypto/sodium_start.h"

namespace ragsieve {
namespace {

static_assert(crypto_sign_SEEDBYTES == kSeedBytes && crypto_sign_BYTES == kSignatureBytes);
static_assert(crypto_sign_PUBLICKEYBYTES == sizeof(PublicKey::bytes));

// SEQUENCE { SEQUENCE { OID 1.3.101.112 }, BIT STRING of 32 bytes } up to the key itself.
constexpr std::string_view kSpkiStart("\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00", 12);
constexpr std::string_view kPemStart = "-----BEGIN PUBLIC KEY-----";
constexpr std::string_view kPemEnd = "-----END PUBLIC KEY-----";

const unsigned char* unsigned_bytes(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const auto first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::optional<std::string> decode_der(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with(kPemStart) && text.ends_with(kPemEnd) &&
      text.size() > kPemStart.size() + kPemEnd.size()) {
    text.remove_prefix(kPemStart.size());
    text.remove_suffix(kPemEnd.size());
    text = trimmed(text);
  }
  return from_base64(text);
}

}  // namespace

PrivateKey PrivateKey::generate() {
  ensure_sodium();
  PrivateKey key;
  key.expanded_ = SecretBytes(crypto_sign_SECRETKEYBYTES);
  crypto_sign_keypair(key.public_key_.bytes.data(), key.expanded_.data());
  return key;
}

std::optional<PrivateKey> PrivateKey::from_seed(std::string_view seed) {
  if (seed.size() != kSeedBytes) return std::nullopt;
  ensure_sodium();
  PrivateKey key;
  key.expanded_ = SecretBytes(crypto_sign_SECRETKEYBYTES);
  crypto_sign_seed_keypair(key.public_key_.bytes.data(), key.expanded_.data(),
                           unsigned_bytes(seed));
  return key;
}

SecretBytes PrivateKey::seed() const {
  SecretBytes seed(kSeedBytes);
  crypto_sign_ed25519_sk_to_seed(seed.data(), expanded_.data());
  return seed;
}

std::string PrivateKey::sign(std::string_view message) const {
  std::string signature(kSignatureBytes, '\0');
  crypto_sign_detached(reinterpret_cast<unsigned char*>(signature.data()), nullptr,
                       unsigned_bytes(message), message.size(), expanded_.data());
  return signature;
}

bool signature_holds(const PublicKey& key, std::string_view message, std::string_view signature) {
  if (signature.size() != kSignatureBytes) return false;
  ensure_sodium();
  return crypto_sign_verify_detached(unsigned_bytes(signature), unsigned_bytes(message),
                                     message.size(), key.bytes.data()) == 0;
}

std::string to_spki_der(const PublicKey& key) {
  std::string der(kSpkiStart);
  der.append(reinterpret_cast<const char*>(key.bytes.data()), key.bytes.size());
  return der;
}

std::string to_spki_pem(const PublicKey& key) {
  return std::string(kPemStart) + "\n" + to_base64(to_spki_der(key)) + "\n" + std::string(kPemEnd) +
         "\n";
}

std::optional<PublicKey> public_key_from_text(std::string_view text) {
  const std::optional<std::string> der = decode_der(text);
  PublicKey key;
  if (!der || der->size() != kSpkiStart.size() + key.bytes.size() || !der->starts_with(kSpkiStart))
    return std::nullopt;
  std::memcpy(key.bytes.data(), der->data() + kSpkiStart.size(), key.bytes.size());
  return key;
}

std::string key_id(const PublicKey& key) { return to_hex(sha256(to_spki_der(key))); }

}  // namespace ragsieve
