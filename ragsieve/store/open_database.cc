#include "ragsieve/store/open_database.h"

#include "ragsieve/store/postgres/postgres_database.h"
#include "ragsieve/store/sqlite/sqlite_database.h"

namespace ragsieve {
namespace {

template <typename Driver>
Result<std::unique_ptr<Database>> as_database(Result<std::unique_ptr<Driver>> opened) {
  if (!opened.ok()) return std::move(opened).error();
  return std::unique_ptr<Database>(std::move(opened).value());
}

}  // namespace

Result<std::unique_ptr<Database>> open_database(const StateOptions& options) {
  if (!options.postgres.empty()) {
    return as_database(PostgresDatabase::open(options.postgres, options.schema));
  }
  if (options.folder.empty()) {
    return make_error(Code::kInvalidConfig,
                      "the service needs a place for its state: set [state] "
                      "dir or [state] postgres");
  }
  if (options.folder == ":memory:") return as_database(SqliteDatabase::open_in_memory());
  return as_database(SqliteDatabase::open(options.folder));
}

}  // namespace ragsieve
