// The private key that seals, and its file: TOML, readable by its owner alone, the key in plain or
// locked by a passphrase. No error or message ever holds the key or the passphrase.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/crypto/ed25519.h"
#include "ragsieve/crypto/secret_box.h"
#include "ragsieve/crypto/secret_bytes.h"

namespace ragsieve {

struct SigningKey {
  std::string owner;  // 1..256 bytes, one line
  PrivateKey key;
};

// kInvalidArgument for an owner that is empty, too long or no plain line.
[[nodiscard]] Result<SigningKey> generate_signing_key(std::string owner);

// A key file as it was read; the key is not opened yet.
struct KeyFile {
  std::string owner;
  PublicKey public_key;
  SecretBytes seed;              // where it is not locked
  std::optional<SecretBox> box;  // where it is
};

// kInvalidConfig with path and line; kTooLarge beyond limits::kKeyFileBytes.
[[nodiscard]] Result<KeyFile> parse_key_file(std::string_view toml, const std::string& path);

// The key of a file. kInvalidArgument where it is locked and no passphrase is given, kUnavailable
// where the passphrase does not open it, kCorrupt where key and public key are not a pair. A
// passphrase for a key that is not locked is ignored.
[[nodiscard]] Result<SigningKey> open_key_file(const KeyFile& file,
                                               const std::optional<SecretBytes>& passphrase);

// The text of a key file, locked where a passphrase is given.
[[nodiscard]] Result<std::string> key_file_text(const SigningKey& key,
                                                const std::optional<SecretBytes>& passphrase,
                                                const KdfCost& cost = {});

// Writes a file that only its owner may read (0600) and that must not exist yet: a key is never
// overwritten. kInvalidArgument where it exists.
[[nodiscard]] Status write_private_file(const std::string& path, std::string_view bytes);

// A file that only its owner may read. kInvalidConfig where others have rights on it, kTooLarge
// beyond `max_bytes`, kNotFound and kIo of the file.
[[nodiscard]] Result<SecretBytes> read_private_file(const std::string& path, std::size_t max_bytes);

// Reads and opens a key file. kInvalidConfig where others than its owner have rights on it.
[[nodiscard]] Result<SigningKey> load_signing_key(const std::string& path,
                                                  const std::optional<SecretBytes>& passphrase);

// The first line of a file, without its line end; kInvalidConfig where it is empty or not the only
// line, kTooLarge beyond limits::kPassphraseBytes.
[[nodiscard]] Result<SecretBytes> load_passphrase(const std::string& path);

// The environment variable that may hold the passphrase of a private key: a flag never does, which
// other users of the machine could read.
inline constexpr const char* kPassphraseVariable = "RAGSIEVE_KEY_PASSPHRASE";

// The passphrase in `file`, else the value of that variable (null: it is not set), else none.
// Errors of load_passphrase(); kInvalidArgument where the variable is set but empty.
[[nodiscard]] Result<std::optional<SecretBytes>> key_passphrase(const std::string& file,
                                                                const char* variable);

}  // namespace ragsieve
