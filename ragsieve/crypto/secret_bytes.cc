#include "ragsieve/crypto/secret_bytes.h"

#include <sodium.h>

#include <cstring>
#include <utility>

#include "ragsieve/crypto/sodium_start.h"

namespace ragsieve {

SecretBytes SecretBytes::take(std::string& text) {
  SecretBytes secret(text.size());
  if (!text.empty()) std::memcpy(secret.data(), text.data(), text.size());
  wipe(text);
  return secret;
}

SecretBytes::SecretBytes(SecretBytes&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

SecretBytes& SecretBytes::operator=(SecretBytes&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

SecretBytes::~SecretBytes() { sodium_memzero(bytes_.data(), bytes_.size()); }

void wipe(std::string& text) {
  sodium_memzero(text.data(), text.size());
  text.clear();
}

std::string random_bytes(std::size_t n_bytes) {
  ensure_sodium();
  std::string bytes(n_bytes, '\0');
  randombytes_buf(bytes.data(), bytes.size());
  return bytes;
}

}  // namespace ragsieve
