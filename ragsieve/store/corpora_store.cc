#include "ragsieve/store/corpora_store.h"

namespace ragsieve {
namespace {

constexpr const char* kSelect =
    "SELECT name, path, manifest, state, created, updated FROM corpora ";

StoredCorpus read_corpus(SqlReader& reader) {
  StoredCorpus corpus;
  corpus.name = reader.text();
  corpus.path = reader.text();
  corpus.manifest = reader.maybe_digest();
  corpus.state = reader.text();
  corpus.created_us = reader.integer();
  corpus.updated_us = reader.integer();
  return corpus;
}

Status found_one(const SqlRows& rows, const std::string& name) {
  if (!rows.empty()) return ok_status();
  return make_error(Code::kNotFound, "there is no corpus '" + name + "'");
}

}  // namespace

Status CorporaStore::add(const StoredCorpus& corpus) {
  const auto added = database_.run(
      "INSERT INTO corpora (name, path, manifest, state, created, updated) "
      "VALUES ($1, $2, $3, $4, $5, $6)",
      {corpus.name, corpus.path, corpus.manifest, corpus.state, corpus.created_us,
       corpus.updated_us});
  if (!added.ok()) return adding_error(added.error(), "corpus '" + corpus.name + "'");
  return ok_status();
}

Status CorporaStore::update(const std::string& name, const std::string& state,
                            const std::optional<Digest>& manifest, std::int64_t now_us) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("UPDATE corpora SET state = $2, manifest = $3, updated = $4 "
                             "WHERE name = $1 RETURNING name",
                             {name, state, manifest, now_us}));
  return found_one(rows, name);
}

Status CorporaStore::move(const std::string& name, const std::string& path, std::int64_t now_us) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("UPDATE corpora SET path = $2, state = 'registered', manifest = NULL, "
                             "updated = $3 WHERE name = $1 RETURNING name",
                             {name, path, now_us}));
  return found_one(rows, name);
}

Result<std::optional<StoredCorpus>> CorporaStore::find(const std::string& name) {
  RAGSIEVE_TRY(const SqlRows rows, database_.run(std::string(kSelect) + "WHERE name = $1", {name}));
  return read_first(rows, read_corpus);
}

Result<std::vector<StoredCorpus>> CorporaStore::list() {
  RAGSIEVE_TRY(const SqlRows rows, database_.run(std::string(kSelect) + "ORDER BY sequence"));
  return read_rows(rows, read_corpus);
}

Result<bool> CorporaStore::remove(const std::string& name) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("DELETE FROM corpora WHERE name = $1 RETURNING name", {name}));
  return !rows.empty();
}

}  // namespace ragsieve
