#include "ragsieve/crypto/secret_box.h"

#include <sodium.h>

#include "ragsieve/crypto/sodium_start.h"

namespace ragsieve {
namespace {

constexpr std::uint64_t kMinMemory = std::uint64_t{8} << 20;
constexpr std::uint64_t kMaxMemory = std::uint64_t{1} << 30;
constexpr std::uint64_t kMaxPasses = 16;

const unsigned char* unsigned_bytes(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

Result<SecretBytes> derive_key(std::string_view passphrase, const KdfCost& cost,
                               const std::string& salt) {
  RAGSIEVE_CHECK(cost.validate());
  if (passphrase.empty()) {
    return make_error(Code::kInvalidArgument, "the passphrase is empty; give one, or none at all");
  }
  ensure_sodium();
  SecretBytes key(crypto_secretbox_KEYBYTES);
  if (crypto_pwhash(key.data(), key.size(), passphrase.data(), passphrase.size(),
                    unsigned_bytes(salt), cost.passes, cost.memory_bytes,
                    crypto_pwhash_ALG_ARGON2ID13) != 0) {
    return make_error(Code::kTooLarge, "the passphrase needs " +
                                           std::to_string(cost.memory_bytes >> 20U) +
                                           " MiB of memory to be tried, and they are not there");
  }
  return key;
}

}  // namespace

Status KdfCost::validate() const {
  if (passes < 1 || passes > kMaxPasses) {
    return make_error(Code::kInvalidArgument,
                      "passes is " + std::to_string(passes) + ", expected 1 to 16");
  }
  if (memory_bytes < kMinMemory || memory_bytes > kMaxMemory) {
    return make_error(Code::kInvalidArgument, "memory is " + std::to_string(memory_bytes) +
                                                  " bytes, expected 8 MiB to 1 GiB");
  }
  return ok_status();
}

Result<SecretBox> lock_secret(const SecretBytes& secret, std::string_view passphrase,
                              const KdfCost& cost) {
  SecretBox out;
  out.cost = cost;
  out.salt = random_bytes(crypto_pwhash_SALTBYTES);
  out.nonce = random_bytes(crypto_secretbox_NONCEBYTES);
  RAGSIEVE_TRY(const SecretBytes key, derive_key(passphrase, cost, out.salt));
  out.box.resize(secret.size() + crypto_secretbox_MACBYTES);
  crypto_secretbox_easy(reinterpret_cast<unsigned char*>(out.box.data()), secret.data(),
                        secret.size(), unsigned_bytes(out.nonce), key.data());
  return out;
}

Result<SecretBytes> unlock_secret(const SecretBox& box, std::string_view passphrase) {
  if (box.salt.size() != crypto_pwhash_SALTBYTES ||
      box.nonce.size() != crypto_secretbox_NONCEBYTES ||
      box.box.size() < crypto_secretbox_MACBYTES) {
    return make_error(Code::kInvalidArgument, "salt, nonce or box has the wrong length");
  }
  RAGSIEVE_TRY(const SecretBytes key, derive_key(passphrase, box.cost, box.salt));
  SecretBytes secret(box.box.size() - crypto_secretbox_MACBYTES);
  if (crypto_secretbox_open_easy(secret.data(), unsigned_bytes(box.box), box.box.size(),
                                 unsigned_bytes(box.nonce), key.data()) != 0) {
    return make_error(Code::kUnverified,
                      "the passphrase does not open it, or its bytes were altered");
  }
  return secret;
}

}  // namespace ragsieve
