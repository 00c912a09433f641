// A secret locked by a passphrase: Argon2id makes a key of it (RFC 9106), libsodium's secretbox
// (XSalsa20-Poly1305) locks and authenticates. What is needed to open it stands in plain beside it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/crypto/secret_bytes.h"

namespace ragsieve {

// The price of one guess. The default takes about half a second and 256 MiB.
struct KdfCost {
  std::uint64_t passes = 3;                               // 1..16
  std::uint64_t memory_bytes = std::uint64_t{256} << 20;  // 8 MiB..1 GiB
  [[nodiscard]] Status validate() const;                  // kInvalidArgument
  bool operator==(const KdfCost&) const = default;
};

struct SecretBox {
  KdfCost cost;
  std::string salt;   // 16 bytes
  std::string nonce;  // 24 bytes
  std::string box;    // 16 bytes longer than the secret
};

// kInvalidArgument for an empty passphrase or a bad cost; kTooLarge where the memory is not there.
[[nodiscard]] Result<SecretBox> lock_secret(const SecretBytes& secret, std::string_view passphrase,
                                            const KdfCost& cost);

// kUnverified for another passphrase or altered bytes (which of them cannot be told); else as
// above.
[[nodiscard]] Result<SecretBytes> unlock_secret(const SecretBox& box, std::string_view passphrase);

}  // namespace ragsieve
