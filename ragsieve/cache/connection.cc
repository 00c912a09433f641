// SQLite's result codes become ours here and nowhere else.
#include "ragsieve/cache/connection.h"

#include <sqlite3.h>

#include <utility>

namespace ragsieve {
namespace {

Code code_of(int result) {
  if (result == SQLITE_IOERR_SHORT_READ) return Code::kCorrupt;
  switch (result & 0xFF) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_FORMAT:
    case SQLITE_ERROR:  // our SQL is constant: where it is wrong, the tables are not ours
      return Code::kCorrupt;
    case SQLITE_FULL:
      return Code::kNoSpace;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Code::kTimedOut;
    default:
      return Code::kIo;
  }
}

Error sqlite_error(int result, const std::string& path) {
  return make_error(code_of(result), std::string("SQLite: ") + sqlite3_errstr(result),
                    Where{path, 0, ""});
}

}  // namespace

void SqlStatement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void SqlStatement::reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

void SqlStatement::bind(int parameter, std::string_view bytes) {
  // An empty view may hold a null pointer, which SQLite would take for NULL.
  const char* data = bytes.empty() ? "" : bytes.data();
  sqlite3_bind_blob64(statement_.get(), parameter, data, bytes.size(), SQLITE_STATIC);
}

void SqlStatement::bind(int parameter, std::int64_t number) {
  sqlite3_bind_int64(statement_.get(), parameter, number);
}

Result<bool> SqlStatement::step() {
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result == SQLITE_DONE) return false;
  return sqlite_error(result, path_);
}

Status SqlStatement::run() {
  auto row = step();
  while (row.ok() && *row) row = step();
  reset();
  RAGSIEVE_CHECK(std::move(row));
  return ok_status();
}

std::int64_t SqlStatement::number(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string_view SqlStatement::bytes(int column) const {
  const void* data = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  if (data == nullptr || size <= 0) return {};
  return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

void Connection::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Result<Connection> Connection::open(const std::string& path, int busy_timeout_ms) {
  sqlite3* database = nullptr;
  // NOMUTEX: the cache serialises its calls itself.
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const int result = sqlite3_open_v2(path.c_str(), &database, flags, nullptr);
  Connection connection(database, path);  // SQLite gives a handle even where it fails
  if (result != SQLITE_OK) return sqlite_error(result, path);
  sqlite3_extended_result_codes(database, 1);
  sqlite3_busy_timeout(database, busy_timeout_ms);
  return connection;
}

Status Connection::run(const char* sql) {
  const int result = sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr);
  if (result != SQLITE_OK) return sqlite_error(result, path_);
  return ok_status();
}

Result<std::int64_t> Connection::number(const char* sql) {
  RAGSIEVE_TRY(SqlStatement statement, prepare(sql));
  RAGSIEVE_TRY(const bool row, statement.step());
  if (!row) return sqlite_error(SQLITE_CORRUPT, path_);
  return statement.number(0);
}

Result<SqlStatement> Connection::prepare(const char* sql) {
  sqlite3_stmt* statement = nullptr;
  const int result = sqlite3_prepare_v2(database_.get(), sql, -1, &statement, nullptr);
  if (result != SQLITE_OK) return sqlite_error(result, path_);
  return SqlStatement(statement, path_);
}

std::int64_t Connection::last_row() const { return sqlite3_last_insert_rowid(database_.get()); }

bool Connection::read_only() const { return sqlite3_db_readonly(database_.get(), "main") == 1; }

Result<Transaction> Transaction::begin_read(Connection& connection) {
  RAGSIEVE_CHECK(connection.run("BEGIN"));
  return Transaction(connection);
}

Result<Transaction> Transaction::begin_write(Connection& connection) {
  // IMMEDIATE: a transaction that began as a reader could not wait for the lock.
  RAGSIEVE_CHECK(connection.run("BEGIN IMMEDIATE"));
  return Transaction(connection);
}

Transaction::Transaction(Transaction&& other) noexcept
    : connection_(std::exchange(other.connection_, nullptr)) {}

Transaction::~Transaction() {
  // Fails where SQLite has rolled back by itself already.
  if (connection_ != nullptr) (void)connection_->run("ROLLBACK");
}

Status Transaction::commit() {
  RAGSIEVE_CHECK(connection_->run("COMMIT"));
  connection_ = nullptr;
  return ok_status();
}

}  // namespace ragsieve
