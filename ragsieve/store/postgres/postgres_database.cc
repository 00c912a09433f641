// A connection that broke is never used again, and what was under way on it is never repeated: only
// the caller knows whether it may be.
#include "ragsieve/store/postgres/postgres_database.h"

#include <libpq-fe.h>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/store/postgres/connection_string.h"
#include "ragsieve/store/postgres/postgres_error.h"
#include "ragsieve/store/postgres/postgres_values_internal.h"

namespace ragsieve {
namespace {

Status check_schema(const std::string& schema) {
  const bool plain =
      !schema.empty() && schema.size() <= 63 &&
      schema.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos &&
      (schema.front() < '0' || schema.front() > '9') && !schema.starts_with("pg_");
  if (plain) return ok_status();
  return make_error(Code::kInvalidConfig,
                    "the schema of the state must be of lower-case letters, digits and \"_\", at "
                    "most 63, and begin with a letter; found '" +
                        schema + "'");
}

std::int64_t lock_key(const std::string& schema) {
  const Digest digest = sha256("ragsieve state " + schema);
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < 8; ++i) key = (key << 8U) | digest.bytes[i];
  return static_cast<std::int64_t>(key);
}

void drop_notice(void* /*unused*/, const PGresult* /*notice*/) {}  // libpq would print it

}  // namespace

void PostgresDatabase::Close::operator()(pg_conn* handle) const { PQfinish(handle); }

Result<std::unique_ptr<PostgresDatabase>> PostgresDatabase::open(std::string connection,
                                                                 std::string schema) {
  RAGSIEVE_CHECK(check_connection_string(connection));
  RAGSIEVE_CHECK(check_schema(schema));
  std::unique_ptr<PostgresDatabase> database(
      new PostgresDatabase(std::move(connection), std::move(schema)));
  RAGSIEVE_CHECK(database->connect());
  return database;
}

Status PostgresDatabase::connect() {
  // What stands before dbname may be set otherwise by the string in it.
  const char* const names[] = {"fallback_application_name", "connect_timeout",
                               "tcp_user_timeout",          "dbname",
                               "client_encoding",           nullptr};
  const char* const values[] = {"ragsieve", "10", "30000", connection_.c_str(), "UTF8", nullptr};
  handle_.reset(PQconnectdbParams(names, values, 1));
  if (handle_ == nullptr) return make_error(Code::kIo, "libpq has no memory for a connection");
  if (PQstatus(handle_.get()) != CONNECTION_OK) {
    const std::string message = without_secrets(PQerrorMessage(handle_.get()), connection_);
    handle_.reset();
    return make_error(Code::kUnavailable, "PostgreSQL cannot be reached: " + message);
  }
  PQsetNoticeReceiver(handle_.get(), drop_notice, nullptr);
  Status ready = prepare_session();
  if (!ready.ok()) handle_.reset();
  return ready;
}

Status PostgresDatabase::prepare_session() {
  RAGSIEVE_CHECK(send("SELECT set_config('lock_timeout', '500', false)", {}));
  // What is committed is durable, whatever the server's default; stronger settings stay.
  RAGSIEVE_CHECK(
      send("SELECT set_config('synchronous_commit', 'on', false) "
           "WHERE current_setting('synchronous_commit') IN ('off', 'local')",
           {}));
  RAGSIEVE_CHECK(check_encoding());
  RAGSIEVE_CHECK(take_lock());
  RAGSIEVE_CHECK(make_schema());
  RAGSIEVE_CHECK(send("SELECT set_config('search_path', $1, false)", {schema_}));
  return ok_status();
}

Status PostgresDatabase::check_encoding() {
  RAGSIEVE_TRY(const SqlRows rows, send("SELECT current_setting('server_encoding')", {}));
  RAGSIEVE_TRY(const auto encoding,
               read_first(rows, [](SqlReader& reader) { return reader.text(); }));
  if (encoding == "UTF8") return ok_status();
  return make_error(Code::kInvalidConfig, "the PostgreSQL database has the encoding " +
                                              encoding.value_or("") +
                                              ", expected UTF8: make one with encoding 'UTF8'");
}

Status PostgresDatabase::take_lock() {
  // A server that was just killed may still hold it for a moment: hence the wait.
  const SqlValue key = lock_key(schema_);
  const auto locked = send("SELECT pg_advisory_lock($1)", {key});
  if (locked.ok()) return ok_status();
  if (locked.error().code != Code::kTimedOut) return locked.error();
  RAGSIEVE_TRY(const SqlRows rows,
               send("SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND "
                    "objsubid = 1 AND (CAST(classid AS BIGINT) << 32) | CAST(objid AS BIGINT) = $1",
                    {key}));
  RAGSIEVE_TRY(const auto pid,
               read_first(rows, [](SqlReader& reader) { return reader.integer(); }));
  return make_error(Code::kUnavailable,
                    "the state in PostgreSQL is in use by another server (its "
                    "session there is process " +
                        (pid ? std::to_string(*pid) : "unknown") +
                        "); stop it, or choose another schema");
}

Status PostgresDatabase::make_schema() {
  RAGSIEVE_TRY(const SqlRows rows,
               send("SELECT 1 FROM pg_namespace WHERE nspname = $1", {schema_}));
  // Its name was checked: it needs no quotes. Who may not make it can use one that is there.
  if (rows.empty()) RAGSIEVE_CHECK(send("CREATE SCHEMA " + schema_, {}));
  return ok_status();
}

SqlWords PostgresDatabase::words() const {
  return {"BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "BYTEA"};
}

Result<std::vector<std::string>> PostgresDatabase::integrity_problems() {
  return std::vector<std::string>();
}

Error PostgresDatabase::lost(std::string message) {
  handle_.reset();
  return make_error(Code::kUnavailable,
                    "PostgreSQL is gone: " + std::move(message) + "; the next call connects again");
}

Result<SqlRows> PostgresDatabase::send(std::string_view sql,
                                       const std::vector<SqlValue>& parameters) {
  const PostgresParameters arrays(parameters);
  const PostgresResult result(PQexecParams(handle_.get(), std::string(sql).c_str(), arrays.size(),
                                           arrays.types(), arrays.values(), arrays.lengths(),
                                           arrays.formats(), 0));
  const ExecStatusType status = PQresultStatus(result.get());
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return read_result(result.get());
  if (PQstatus(handle_.get()) != CONNECTION_OK) {
    return lost(without_secrets(PQerrorMessage(handle_.get()), connection_));
  }
  const char* sqlstate = PQresultErrorField(result.get(), PG_DIAG_SQLSTATE);
  const char* message = PQresultErrorField(result.get(), PG_DIAG_MESSAGE_PRIMARY);
  if (sqlstate == nullptr) return lost("the connection is of no use any more");
  return postgres_error(sqlstate, message == nullptr ? "" : message);
}

Result<SqlRows> PostgresDatabase::execute(std::string_view sql,
                                          const std::vector<SqlValue>& parameters) {
  if (handle_ == nullptr) RAGSIEVE_CHECK(connect());
  return send(sql, parameters);
}

Status PostgresDatabase::begin() {
  auto begun = execute("BEGIN", {});
  // Nothing was under way: a connection that broke while it was idle costs nobody a transaction.
  if (!begun.ok() && handle_ == nullptr) begun = execute("BEGIN", {});
  if (!begun.ok()) return begun.error();
  return ok_status();
}

Status PostgresDatabase::commit() {
  const auto committed = send("COMMIT", {});
  if (committed.ok()) return ok_status();
  Error error = committed.error();
  if (handle_ == nullptr) {
    error.message =
        "whether the change was kept is not known, look before doing it again: " + error.message;
  }
  return error;
}

void PostgresDatabase::roll_back() {
  if (handle_ == nullptr || PQtransactionStatus(handle_.get()) == PQTRANS_IDLE) return;
  if (!send("ROLLBACK", {}).ok()) handle_.reset();
}

}  // namespace ragsieve
