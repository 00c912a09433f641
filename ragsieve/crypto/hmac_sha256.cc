#include "ragsieve/crypto/hmac_sha256.h"

#include <sodium.h>

#include <cstdint>

#include "ragsieve/crypto/sodium_start.h"

namespace ragsieve {

Digest hmac_sha256(std::string_view key, std::string_view bytes) {
  ensure_sodium();
  crypto_auth_hmacsha256_state state;
  crypto_auth_hmacsha256_init(&state, reinterpret_cast<const unsigned char*>(key.data()),
                              key.size());
  crypto_auth_hmacsha256_update(&state, reinterpret_cast<const unsigned char*>(bytes.data()),
                                bytes.size());
  Digest digest;
  crypto_auth_hmacsha256_final(&state, reinterpret_cast<unsigned char*>(digest.bytes.data()));
  sodium_memzero(&state, sizeof(state));
  return digest;
}

}  // namespace ragsieve
