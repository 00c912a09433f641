// The API keys: only the hash of each is stored, and no list that is shown has it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/store/database.h"

namespace ragsieve {

struct ApiKey {
  std::string id;
  std::string name;  // whose, for the reader
  std::string role;  // "screen", "read", "review", "admin"
  std::int64_t created_us = 0;
  std::optional<std::int64_t> revoked_us;
};

struct LiveApiKey {
  Digest hash;
  ApiKey key;
};

class ApiKeysStore {
 public:
  explicit ApiKeysStore(Database& database) : database_(database) {}

  // `hash`: SHA-256 of the key. is_duplicate() where the id or the hash is there already.
  [[nodiscard]] Status add(const ApiKey& key, const Digest& hash);
  // Those that are not revoked, with their hashes: for who looks keys up.
  [[nodiscard]] Result<std::vector<LiveApiKey>> live();
  // False: it was revoked before, or is not there.
  [[nodiscard]] Result<bool> revoke(const std::string& id, std::int64_t now_us);
  // All, the oldest first, revoked ones too.
  [[nodiscard]] Result<std::vector<ApiKey>> list();

 private:
  Database& database_;
};

}  // namespace ragsieve
