// The sum of a value covers its key: an `entry` row that points at another value is damage as well.
#include "ragsieve/cache/cache_tables.h"

#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "ragsieve/cache/checksum.h"

namespace ragsieve {
namespace {

std::string_view bytes_of(const Digest& key) {
  return {reinterpret_cast<const char*>(key.bytes.data()), key.bytes.size()};
}

std::int64_t sum_of(const Digest& key, std::string_view value) {
  return std::bit_cast<std::int64_t>(checksum(value, checksum(bytes_of(key), 0)));
}

}  // namespace

Result<CacheTables> CacheTables::prepare(Connection& connection) {
  CacheTables tables(connection);
  const std::array<std::pair<SqlStatement*, const char*>, 8> statements = {{
      {&tables.find_,
       "SELECT day, sum, data FROM entry LEFT JOIN value ON value.id = entry.id WHERE key = ?"},
      {&tables.entry_, "SELECT id, bytes FROM entry WHERE key = ?"},
      {&tables.add_value_, "INSERT INTO value (sum, data) VALUES (?, ?)"},
      {&tables.add_entry_, "INSERT INTO entry (key, id, day, bytes) VALUES (?, ?, ?, ?)"},
      {&tables.remove_value_, "DELETE FROM value WHERE id = ?"},
      {&tables.remove_entry_, "DELETE FROM entry WHERE key = ?"},
      {&tables.mark_, "UPDATE entry SET day = ? WHERE key = ?"},
      {&tables.change_total_, "UPDATE total SET bytes = bytes + ?"},
  }};
  for (const auto& [statement, sql] : statements) {
    RAGSIEVE_TRY(*statement, connection.prepare(sql));
  }
  return tables;
}

Result<std::optional<CacheTables::Found>> CacheTables::find(const Digest& key) {
  find_.reset();
  find_.bind(1, bytes_of(key));
  RAGSIEVE_TRY(const bool row, find_.step());
  if (!row) return std::optional<Found>();
  Found found{find_.number(0), std::nullopt};
  const std::string_view data = find_.bytes(2);
  if (find_.number(1) == sum_of(key, data)) found.value = data;
  return std::optional<Found>(std::move(found));
}

Result<std::int64_t> CacheTables::add(const Digest& key, std::string_view value, std::int64_t day) {
  entry_.bind(1, bytes_of(key));
  const auto present = entry_.step();
  entry_.reset();
  if (!present.ok()) return present.error();
  if (*present) return std::int64_t{0};
  const auto n_bytes = static_cast<std::int64_t>(value.size());
  add_value_.bind(1, sum_of(key, value));
  add_value_.bind(2, value);
  RAGSIEVE_CHECK(add_value_.run());
  add_entry_.bind(1, bytes_of(key));
  add_entry_.bind(2, connection_->last_row());
  add_entry_.bind(3, day);
  add_entry_.bind(4, n_bytes);
  RAGSIEVE_CHECK(add_entry_.run());
  return n_bytes;
}

Result<std::int64_t> CacheTables::remove(const Digest& key) {
  entry_.bind(1, bytes_of(key));
  const auto present = entry_.step();
  const std::int64_t id = entry_.number(0);
  const std::int64_t n_bytes = entry_.number(1);
  entry_.reset();
  if (!present.ok()) return present.error();
  if (!*present) return std::int64_t{0};
  remove_value_.bind(1, id);
  RAGSIEVE_CHECK(remove_value_.run());
  remove_entry_.bind(1, bytes_of(key));
  RAGSIEVE_CHECK(remove_entry_.run());
  return n_bytes;
}

Status CacheTables::mark_used(const Digest& key, std::int64_t day) {
  mark_.bind(1, day);
  mark_.bind(2, bytes_of(key));
  return mark_.run();
}

Status CacheTables::remove_oldest(std::int64_t bytes) {
  // No index on the day: it would have to be kept with every mark, and this is rare.
  RAGSIEVE_TRY(SqlStatement oldest,
               connection_->prepare("SELECT key, bytes FROM entry ORDER BY day, id"));
  std::vector<Digest> keys;
  for (std::int64_t listed = 0; listed < bytes; listed += oldest.number(1)) {
    RAGSIEVE_TRY(const bool row, oldest.step());
    if (!row) break;
    const std::string_view key = oldest.bytes(0);
    Digest& digest = keys.emplace_back();
    if (key.size() != digest.bytes.size()) {
      return make_error(Code::kCorrupt, "a key is not 32 bytes long");
    }
    key.copy(reinterpret_cast<char*>(digest.bytes.data()), key.size());
  }
  oldest.reset();
  for (const Digest& key : keys) RAGSIEVE_CHECK(remove(key));
  return ok_status();
}

Result<std::int64_t> CacheTables::change_total(std::int64_t bytes) {
  change_total_.bind(1, bytes);
  RAGSIEVE_CHECK(change_total_.run());
  return connection_->number("SELECT bytes FROM total");
}

Status CacheTables::recount_total() {
  return connection_->run("UPDATE total SET bytes = (SELECT coalesce(sum(bytes), 0) FROM entry)");
}

}  // namespace ragsieve
