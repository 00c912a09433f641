#include "ragsieve/store/probe_sets_store.h"

namespace ragsieve {
namespace {

constexpr const char* kColumns = "SELECT name, version, digest, who, created";

StoredProbeSet read_entry(SqlReader& reader) {
  StoredProbeSet set;
  set.name = reader.text();
  set.version = reader.integer();
  set.digest = reader.digest();
  set.who = reader.text();
  set.created_us = reader.integer();
  return set;
}

StoredProbeSet read_set(SqlReader& reader) {
  StoredProbeSet set = read_entry(reader);
  set.content = reader.bytes();
  return set;
}

}  // namespace

Result<std::int64_t> ProbeSetsStore::put(const StoredProbeSet& set) {
  std::int64_t version = 0;
  RAGSIEVE_CHECK(database_.as_one([&](Database& inside) -> Status {
    RAGSIEVE_TRY(const auto last, latest(set.name));
    version = last ? last->version : 0;
    if (last && last->digest == set.digest) return ok_status();
    ++version;
    RAGSIEVE_CHECK(inside.run(
        "INSERT INTO probe_sets (name, version, digest, content, who, created) "
        "VALUES ($1, $2, $3, $4, $5, $6)",
        {set.name, version, set.digest, SqlBytes{set.content}, set.who, set.created_us}));
    return ok_status();
  }));
  return version;
}

Result<std::optional<StoredProbeSet>> ProbeSetsStore::latest(const std::string& name) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run(std::string(kColumns) + ", content FROM probe_sets WHERE name = $1 "
                                                     "ORDER BY version DESC LIMIT 1",
                             {name}));
  return read_first(rows, read_set);
}

Result<std::optional<StoredProbeSet>> ProbeSetsStore::find(const std::string& name,
                                                           std::int64_t version) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run(std::string(kColumns) +
                                 ", content FROM probe_sets WHERE name = $1 AND version = $2",
                             {name, version}));
  return read_first(rows, read_set);
}

Result<std::vector<StoredProbeSet>> ProbeSetsStore::versions(const std::string& name) {
  RAGSIEVE_TRY(
      const SqlRows rows,
      database_.run(std::string(kColumns) + " FROM probe_sets WHERE name = $1 ORDER BY version",
                    {name}));
  return read_rows(rows, read_entry);
}

Result<std::vector<StoredProbeSet>> ProbeSetsStore::list() {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run(std::string(kColumns) +
                             " FROM probe_sets s WHERE version = (SELECT max(version) "
                             "FROM probe_sets l WHERE l.name = s.name) ORDER BY created, name"));
  return read_rows(rows, read_entry);
}

}  // namespace ragsieve
