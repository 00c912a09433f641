#include "ragsieve/store/monitors_store.h"

namespace ragsieve {
namespace {

constexpr const char* kSelect =
    "SELECT name, corpus, schedule, webhook, created, last_run, last_manifest FROM monitors ";

Monitor read_monitor(SqlReader& reader) {
  Monitor monitor;
  monitor.name = reader.text();
  monitor.corpus = reader.text();
  monitor.schedule = reader.text();
  monitor.webhook = reader.text();
  monitor.created_us = reader.integer();
  monitor.last_run_us = reader.maybe_integer();
  monitor.last_manifest = reader.maybe_digest();
  return monitor;
}

}  // namespace

Status MonitorsStore::put(const Monitor& monitor) {
  RAGSIEVE_CHECK(database_.run(
      "INSERT INTO monitors (name, corpus, schedule, webhook, created) VALUES ($1, $2, $3, $4, $5) "
      "ON CONFLICT (name) DO UPDATE SET schedule = excluded.schedule, webhook = excluded.webhook, "
      "last_run = CASE WHEN monitors.corpus = excluded.corpus THEN monitors.last_run END, "
      "last_manifest = CASE WHEN monitors.corpus = excluded.corpus THEN monitors.last_manifest END,"
      " seen = CASE WHEN monitors.corpus = excluded.corpus THEN monitors.seen END, "
      "corpus = excluded.corpus",
      {monitor.name, monitor.corpus, monitor.schedule, monitor.webhook, monitor.created_us}));
  return ok_status();
}

Status MonitorsStore::ran(const Monitor& monitor, const Digest& manifest,
                          const std::optional<std::string>& seen, std::int64_t now_us) {
  std::vector<SqlValue> parameters{monitor.name, monitor.corpus, monitor.created_us, now_us,
                                   manifest};
  std::string sql = "UPDATE monitors SET last_run = $4, last_manifest = $5";
  if (seen) {
    sql += ", seen = $6";
    parameters.emplace_back(SqlBytes{*seen});
  }
  RAGSIEVE_TRY(
      const SqlRows rows,
      database_.run(sql + " WHERE name = $1 AND corpus = $2 AND created = $3 RETURNING name",
                    parameters));
  if (!rows.empty()) return ok_status();
  return make_error(Code::kNotFound, "the monitor '" + monitor.name +
                                         "' was removed, or watches another corpus now");
}

Result<std::optional<std::string>> MonitorsStore::seen(const std::string& name) {
  RAGSIEVE_TRY(
      const SqlRows rows,
      database_.run("SELECT seen FROM monitors WHERE name = $1 AND seen IS NOT NULL", {name}));
  return read_first(rows, [](SqlReader& reader) { return reader.bytes(); });
}

Result<std::optional<Monitor>> MonitorsStore::find(const std::string& name) {
  RAGSIEVE_TRY(const SqlRows rows, database_.run(std::string(kSelect) + "WHERE name = $1", {name}));
  return read_first(rows, read_monitor);
}

Result<std::vector<Monitor>> MonitorsStore::list() {
  RAGSIEVE_TRY(const SqlRows rows, database_.run(std::string(kSelect) + "ORDER BY sequence"));
  return read_rows(rows, read_monitor);
}

Result<bool> MonitorsStore::remove(const std::string& name) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("DELETE FROM monitors WHERE name = $1 RETURNING name", {name}));
  return !rows.empty();
}

}  // namespace ragsieve
