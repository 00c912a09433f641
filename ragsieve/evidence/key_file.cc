#include "ragsieve/evidence/key_file.h"

#include <algorithm>
#include <vector>

#include "ragsieve/crypto/base64.h"
#include "ragsieve/evidence/flat_toml.h"
#include "ragsieve/evidence/limits.h"

namespace ragsieve {
namespace {

constexpr std::int64_t kVersion = 1;
constexpr std::size_t kOwnerBytes = 256;
constexpr std::string_view kHeading =
    "# The private key that seals reports of ragsieve. Keep it secret: who has it can seal in its\n"
    "# owner's name. The public key and the trust file are what others need.\n";

bool is_owner(std::string_view owner) {
  return !owner.empty() && owner.size() <= kOwnerBytes && is_plain_line(owner);
}

// Takes entries by name; the first error stays.
class Entries {
 public:
  Entries(std::vector<FlatEntry> entries, std::string path)
      : entries_(std::move(entries)), path_(std::move(path)) {}
  Entries(const Entries&) = delete;
  Entries& operator=(const Entries&) = delete;
  ~Entries() {
    for (FlatEntry& entry : entries_) {
      if (auto* text = std::get_if<std::string>(&entry.value)) wipe(*text);
    }
  }

  [[nodiscard]] bool has(std::string_view name) const {
    return std::ranges::find(entries_, name, &FlatEntry::name) != entries_.end();
  }

  std::string text(std::string_view name) {
    auto* value = take<std::string>(name, "a string");
    return value == nullptr ? std::string() : *value;
  }

  std::int64_t number(std::string_view name) {
    const auto* value = take<std::int64_t>(name, "an integer");
    return value == nullptr ? 0 : *value;
  }

  // The bytes of base64; never in a message.
  std::string bytes(std::string_view name) {
    auto* value = take<std::string>(name, "a string");
    if (value == nullptr) return {};
    std::optional<std::string> bytes = from_base64(*value);
    if (!bytes) fail(name, "is not base64");
    return std::move(bytes).value_or("");
  }

  void fail(std::string_view name, std::string message) {
    if (error_) return;
    std::uint64_t line = 0;
    const auto entry = std::ranges::find(entries_, name, &FlatEntry::name);
    if (entry != entries_.end()) line = entry->line;
    error_ =
        make_error(Code::kInvalidConfig, std::move(message), Where{path_, line, std::string(name)});
  }

  [[nodiscard]] Status finish() {
    for (const FlatEntry& entry : entries_) {
      if (std::ranges::find(taken_, entry.name) == taken_.end()) {
        fail(entry.name.substr(0, 64), "is not a name that a key file knows");
      }
    }
    return error_ ? Status(*error_) : ok_status();
  }

 private:
  template <typename T>
  T* take(std::string_view name, std::string_view expected) {
    taken_.emplace_back(name);
    const auto entry = std::ranges::find(entries_, name, &FlatEntry::name);
    T* value = entry == entries_.end() ? nullptr : std::get_if<T>(&entry->value);
    if (value == nullptr) fail(name, "is missing, or not " + std::string(expected));
    return value;
  }

  std::vector<FlatEntry> entries_;
  std::string path_;
  std::vector<std::string> taken_;
  std::optional<Error> error_;
};

SecretBox box_of(Entries& entries) {
  SecretBox box;
  if (entries.text("kdf") != "argon2id") entries.fail("kdf", "expected argon2id");
  box.cost.passes = static_cast<std::uint64_t>(entries.number("kdf_passes"));
  box.cost.memory_bytes = static_cast<std::uint64_t>(entries.number("kdf_memory_bytes"));
  if (const Status status = box.cost.validate(); !status.ok()) {
    entries.fail("kdf_passes", status.error().message);
  }
  box.salt = entries.bytes("salt");
  box.nonce = entries.bytes("nonce");
  box.box = entries.bytes("locked_key");
  if (box.salt.size() != 16) entries.fail("salt", "expected 16 bytes");
  if (box.nonce.size() != 24) entries.fail("nonce", "expected 24 bytes");
  if (box.box.size() != kSeedBytes + 16) entries.fail("locked_key", "expected 48 bytes");
  return box;
}

void read_head(Entries& entries, KeyFile& file) {
  if (entries.number("version") != kVersion) {
    entries.fail("version", "expected 1; a newer ragsieve wrote this file");
  }
  file.owner = entries.text("owner");
  if (!is_owner(file.owner)) entries.fail("owner", "expected one line of 1 to 256 bytes");
  if (entries.text("algorithm") != "ed25519") entries.fail("algorithm", "expected ed25519");
  const std::optional<PublicKey> key = public_key_from_text(entries.text("public_key"));
  if (!key) entries.fail("public_key", "is no Ed25519 public key (SPKI in base64)");
  file.public_key = key.value_or(PublicKey{});
}

Result<std::string> locked_lines(const SecretBytes& seed, const SecretBytes& passphrase,
                                 const KdfCost& cost) {
  RAGSIEVE_TRY(const SecretBox box, lock_secret(seed, passphrase.view(), cost));
  return "kdf = \"argon2id\"\nkdf_passes = " + std::to_string(box.cost.passes) +
         "\nkdf_memory_bytes = " + std::to_string(box.cost.memory_bytes) +
         "\nsalt = " + toml_string(to_base64(box.salt)) +
         "\nnonce = " + toml_string(to_base64(box.nonce)) +
         "\nlocked_key = " + toml_string(to_base64(box.box)) + "\n";
}

}  // namespace

Result<SigningKey> generate_signing_key(std::string owner) {
  if (!is_owner(owner)) {
    return make_error(Code::kInvalidArgument,
                      "the owner of a key must be one line of 1 to 256 bytes");
  }
  return SigningKey{std::move(owner), PrivateKey::generate()};
}

Result<KeyFile> parse_key_file(std::string_view toml, const std::string& path) {
  if (toml.size() > limits::kKeyFileBytes) {
    return make_error(Code::kTooLarge,
                      "has " + std::to_string(toml.size()) + " bytes, at most " +
                          std::to_string(limits::kKeyFileBytes) + " are read",
                      Where{path, 0, ""});
  }
  RAGSIEVE_TRY(std::vector<FlatEntry> list, parse_flat_toml(toml, path));
  Entries entries(std::move(list), path);
  KeyFile file;
  read_head(entries, file);
  if (entries.has("locked_key")) {
    file.box = box_of(entries);
  } else {
    std::string seed = entries.bytes("private_key");
    if (seed.size() != kSeedBytes) entries.fail("private_key", "expected 32 bytes in base64");
    file.seed = SecretBytes::take(seed);
  }
  RAGSIEVE_CHECK(entries.finish());
  return file;
}

Result<SigningKey> open_key_file(const KeyFile& file,
                                 const std::optional<SecretBytes>& passphrase) {
  SecretBytes unlocked;
  if (file.box) {
    if (!passphrase) {
      return make_error(Code::kInvalidArgument,
                        "the key is locked by a passphrase; set RAGSIEVE_KEY_PASSPHRASE or give "
                        "--passphrase-file");
    }
    auto opened = unlock_secret(*file.box, passphrase->view());
    if (!opened.ok()) {
      const bool wrong = opened.error().code == Code::kUnverified;
      return make_error(wrong ? Code::kUnavailable : opened.error().code, opened.error().message);
    }
    unlocked = std::move(*opened);
  }
  auto key = PrivateKey::from_seed(file.box ? unlocked.view() : file.seed.view());
  if (!key || !(key->public_key() == file.public_key)) {
    return make_error(Code::kCorrupt, "private and public key of the file are not a pair");
  }
  return SigningKey{file.owner, std::move(*key)};
}

Result<std::string> key_file_text(const SigningKey& key,
                                  const std::optional<SecretBytes>& passphrase,
                                  const KdfCost& cost) {
  const PublicKey& public_key = key.key.public_key();
  std::string text(kHeading);
  text +=
      "version = " + std::to_string(kVersion) + "\nowner = " + toml_string(key.owner) +
      "\nalgorithm = \"ed25519\"\npublic_key = " + toml_string(to_base64(to_spki_der(public_key))) +
      "\n";
  const SecretBytes seed = key.key.seed();
  if (passphrase) {
    RAGSIEVE_TRY(const std::string lines, locked_lines(seed, *passphrase, cost));
    return text + lines;
  }
  return text + "private_key = " + toml_string(to_base64(seed.view())) + "\n";
}

Result<std::optional<SecretBytes>> key_passphrase(const std::string& file, const char* variable) {
  if (!file.empty()) {
    RAGSIEVE_TRY(SecretBytes passphrase, load_passphrase(file));
    return std::optional(std::move(passphrase));
  }
  if (variable == nullptr) return std::optional<SecretBytes>();
  std::string text = variable;
  if (text.empty()) {
    return make_error(Code::kInvalidArgument,
                      std::string(kPassphraseVariable) + " is empty; set a passphrase or unset it");
  }
  return std::optional(SecretBytes::take(text));
}

}  // namespace ragsieve
