#include "ragsieve/store/api_keys_store.h"

namespace ragsieve {
namespace {

constexpr const char* kColumns = "id, name, role, created, revoked";

ApiKey read_key(SqlReader& reader) {
  ApiKey key;
  key.id = reader.text();
  key.name = reader.text();
  key.role = reader.text();
  key.created_us = reader.integer();
  key.revoked_us = reader.maybe_integer();
  return key;
}

LiveApiKey read_live(SqlReader& reader) {
  const Digest hash = reader.digest();
  return {hash, read_key(reader)};
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

Result<std::vector<LiveApiKey>> ApiKeysStore::live() {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("SELECT hash, " + std::string(kColumns) +
                             " FROM api_keys WHERE revoked IS NULL ORDER BY sequence"));
  return read_rows(rows, read_live);
}

Result<bool> ApiKeysStore::revoke(const std::string& id, std::int64_t now_us) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("UPDATE api_keys SET revoked = $2 WHERE id = $1 AND revoked IS NULL "
                             "RETURNING id",
                             {id, now_us}));
  return !rows.empty();
}

Result<std::vector<ApiKey>> ApiKeysStore::list() {
  RAGSIEVE_TRY(const SqlRows rows, database_.run("SELECT " + std::string(kColumns) +
                                                 " FROM api_keys ORDER BY sequence"));
  return read_rows(rows, read_key);
}

}  // namespace ragsieve
