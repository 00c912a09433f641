// SQLite before 3.51.3 can damage a WAL when two connections checkpoint and write at the same
// moment: hence one connection, and a folder that no second process opens.
#include "ragsieve/store/sqlite/sqlite_database.h"

#include <sqlite3.h>

#include <cerrno>
#include <charconv>

namespace ragsieve {
namespace {

constexpr int kBusyTimeoutMs = 5000;  // a backup by another program may read the file
constexpr std::int64_t kApplicationId = 0x52537374;  // "RSst"

constexpr const char* kSettings[] = {
    "PRAGMA journal_mode = WAL",        "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",         "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",      "PRAGMA journal_size_limit = 67108864",
    "PRAGMA wal_autocheckpoint = 1000",
};

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using SqliteStatement = std::unique_ptr<sqlite3_stmt, Finalize>;

Code code_of(int result, int system_errno) {
  const bool full = system_errno == ENOSPC || system_errno == EDQUOT || system_errno == EFBIG;
  switch (result & 0xFF) {
    case SQLITE_FULL:
      return Code::kNoSpace;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      return full ? Code::kNoSpace : Code::kIo;
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
      return Code::kInvalidInput;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Code::kTimedOut;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return Code::kCorrupt;
    case SQLITE_TOOBIG:
      return Code::kTooLarge;
    case SQLITE_ERROR:
    case SQLITE_MISUSE:
    case SQLITE_RANGE:
      return Code::kInternal;
    default:
      return Code::kIo;
  }
}

// errno of the file that failed last: of the WAL or journal, where almost all is written, or else
// of the database. sqlite3_system_errno() does not know it of a failed commit.
int errno_of(sqlite3* handle) {
  if (handle == nullptr) return 0;
  int number = 0;
  sqlite3_file* journal = nullptr;
  const int found = sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal);
  const sqlite3_io_methods* methods = nullptr;
  if (found == SQLITE_OK && journal != nullptr) methods = journal->pMethods;
  if (methods != nullptr && methods->xFileControl != nullptr) {  // a journal in memory has none
    methods->xFileControl(journal, SQLITE_FCNTL_LAST_ERRNO, &number);
  }
  if (number == 0) sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &number);
  return number != 0 ? number : sqlite3_system_errno(handle);
}

Error wrong_sql(std::string message) {
  return make_error(Code::kInternal, "a statement of the store is wrong: " + std::move(message));
}

// The parameter that the name "$3" stands for, from 0; nothing for another name.
std::optional<std::size_t> place_of(const char* name) {
  if (name == nullptr || *name != '$') return std::nullopt;
  const std::string_view digits(name + 1);
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), number);
  if (error != std::errc() || end != digits.end() || number == 0) return std::nullopt;
  return number - 1;
}

struct BindValue {
  sqlite3_stmt* statement;
  int index;
  int operator()(std::monostate) const { return sqlite3_bind_null(statement, index); }
  int operator()(std::int64_t value) const { return sqlite3_bind_int64(statement, index, value); }
  int operator()(double value) const { return sqlite3_bind_double(statement, index, value); }
  int operator()(const std::string& value) const {
    return sqlite3_bind_text64(statement, index, value.data(), value.size(), SQLITE_STATIC,
                               SQLITE_UTF8);
  }
  int operator()(const SqlBytes& value) const {
    return sqlite3_bind_blob64(statement, index, value.bytes.data(), value.bytes.size(),
                               SQLITE_STATIC);
  }
};

SqlValue column(sqlite3_stmt* statement, int index) {
  const auto view = [&](const void* data) {
    return std::string_view(static_cast<const char*>(data),
                            static_cast<std::size_t>(sqlite3_column_bytes(statement, index)));
  };
  switch (sqlite3_column_type(statement, index)) {
    case SQLITE_INTEGER:
      return std::int64_t{sqlite3_column_int64(statement, index)};
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, index);
    case SQLITE_TEXT:
      return view(sqlite3_column_text(statement, index));
    case SQLITE_BLOB:
      return SqlBytes{std::string(view(sqlite3_column_blob(statement, index)))};
    default:
      return {};
  }
}

}  // namespace

void SqliteDatabase::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }

Error SqliteDatabase::last_error(int result) const {
  const Code code = code_of(result, errno_of(handle_.get()));
  if (result == SQLITE_CONSTRAINT_UNIQUE || result == SQLITE_CONSTRAINT_PRIMARYKEY) {
    return duplicate_error("a row with this key is stored already");
  }
  // Its own message names tables and columns, never a value.
  std::string message = std::string("SQLite: ") + sqlite3_errmsg(handle_.get());
  if (code == Code::kNoSpace) {
    message = "the disk is full: nothing was changed; free some space (SQLite: " +
              std::string(sqlite3_errstr(result)) + ")";
  }
  return make_error(code, std::move(message), Where{path_, 0, ""});
}

Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::open(const std::string& folder) {
  RAGSIEVE_TRY(StateFolder locked, StateFolder::open(folder));
  RAGSIEVE_CHECK(locked.make_private("state.sqlite"));  // its WAL gets the same mode
  const std::string path = locked.path("state.sqlite");
  return open_file(std::move(locked), path);
}

Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::open_in_memory() {
  return open_file(std::nullopt, ":memory:");
}

Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::open_file(std::optional<StateFolder> folder,
                                                                  const std::string& path) {
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const int result = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  std::unique_ptr<SqliteDatabase> database(new SqliteDatabase(std::move(folder), handle, path));
  if (result != SQLITE_OK) return database->last_error(result);
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, kBusyTimeoutMs);
  RAGSIEVE_CHECK(database->claim());
  for (const char* setting : kSettings) RAGSIEVE_CHECK(database->run(setting));
  return database;
}

Status SqliteDatabase::claim() {
  const auto first = [](SqlReader& reader) { return reader.integer(); };
  RAGSIEVE_TRY(const SqlRows id_rows, run("PRAGMA application_id"));
  RAGSIEVE_TRY(const auto id, read_first(id_rows, first));
  if (id == kApplicationId) return ok_status();
  RAGSIEVE_TRY(const SqlRows table_rows, run("SELECT count(*) FROM sqlite_schema"));
  RAGSIEVE_TRY(const auto n_tables, read_first(table_rows, first));
  if (id != 0 || n_tables != 0) {
    return make_error(Code::kInvalidConfig,
                      "is a SQLite database of another program, expected a state of ragsieve or no "
                      "file; choose another [state] dir",
                      Where{path_, 0, ""});
  }
  RAGSIEVE_CHECK(run("PRAGMA application_id = " + std::to_string(kApplicationId)));
  return ok_status();
}

SqlWords SqliteDatabase::words() const { return {"INTEGER PRIMARY KEY AUTOINCREMENT", "BLOB"}; }

Result<std::vector<std::string>> SqliteDatabase::integrity_problems() {
  std::vector<std::string> problems;
  RAGSIEVE_TRY(const SqlRows lines, run("PRAGMA integrity_check"));
  for (const SqlRow& line : lines) {
    SqlReader reader(line);
    std::string text = reader.text();
    if (text != "ok") problems.push_back(std::move(text));
  }
  RAGSIEVE_TRY(const SqlRows orphans, run("PRAGMA foreign_key_check"));
  for (const SqlRow& orphan : orphans) {
    SqlReader reader(orphan);
    problems.push_back("a row of " + reader.text() + " points at a row that is not there");
  }
  return problems;
}

Result<SqlRows> SqliteDatabase::execute(std::string_view sql,
                                        const std::vector<SqlValue>& parameters) {
  sqlite3_stmt* raw = nullptr;
  const char* rest = nullptr;
  int result =
      sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()), &raw, &rest);
  const SqliteStatement statement(raw);
  if (result != SQLITE_OK) return last_error(result);
  if (rest != sql.data() + sql.size()) return wrong_sql("more than one in a call");
  for (int i = 1; i <= sqlite3_bind_parameter_count(raw); ++i) {
    const auto place = place_of(sqlite3_bind_parameter_name(raw, i));
    if (!place || *place >= parameters.size()) return wrong_sql("a parameter has no value");
    result = std::visit(BindValue{raw, i}, parameters[*place].storage());
    if (result != SQLITE_OK) return last_error(result);
  }
  SqlRows rows;
  while ((result = sqlite3_step(raw)) == SQLITE_ROW) {
    SqlRow& row = rows.emplace_back();
    for (int i = 0; i < sqlite3_column_count(raw); ++i) row.push_back(column(raw, i));
  }
  if (result != SQLITE_DONE) return last_error(result);
  return rows;
}

Status SqliteDatabase::begin() {
  RAGSIEVE_CHECK(execute("BEGIN IMMEDIATE", {}));
  return ok_status();
}

Status SqliteDatabase::commit() {
  RAGSIEVE_CHECK(execute("COMMIT", {}));
  return ok_status();
}

void SqliteDatabase::roll_back() {
  if (sqlite3_get_autocommit(handle_.get()) == 0) (void)execute("ROLLBACK", {});
}

}  // namespace ragsieve
