#include "ragsieve/store/api_keys_store.h"

namespace ragsieve {
namespace {

constexpr const char* kSelect = "SELECT id, name, role, created, revoked FROM api_keys ";

ApiKey read_key(SqlReader& reader) {
  ApiKey key;
  key.id = reader.text();
  key.name = reader.text();
  key.role = reader.text();
  key.created_us = reader.integer();
  key.revoked_us = reader.maybe_integer();
  return key;
}

}  // namespace

Status ApiKeysStore::add(const ApiKey& key, const Digest& hash) {
  const auto added = database_.run(
      "INSERT INTO api_keys (id, hash, name, role, created, revoked) "
      "VALUES ($1, $2, $3, $4, $5, $6)",
      {key.id, hash, key.name, key.role, key.created_us, key.revoked_us});
  if (!added.ok()) return adding_error(added.error(), "API key '" + key.id + "'");
  return ok_status();
}

Result<std::optional<ApiKey>> ApiKeysStore::find_live(const Digest& hash) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run(std::string(kSelect) + "WHERE hash = $1 AND revoked IS NULL", {hash}));
  return read_first(rows, read_key);
}

Result<bool> ApiKeysStore::revoke(const std::string& id, std::int64_t now_us) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("UPDATE api_keys SET revoked = $2 WHERE id = $1 AND revoked IS NULL "
                             "RETURNING id",
                             {id, now_us}));
  return !rows.empty();
}

Result<std::vector<ApiKey>> ApiKeysStore::list() {
  RAGSIEVE_TRY(const SqlRows rows, database_.run(std::string(kSelect) + "ORDER BY sequence"));
  return read_rows(rows, read_key);
}

}  // namespace ragsieve
