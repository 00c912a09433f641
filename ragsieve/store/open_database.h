// Opens the database that the configuration names.
#pragma once

#include <memory>
#include <string>

#include "ragsieve/store/database.h"

namespace ragsieve {

// Where the state lies: in a PostgreSQL server, where `postgres` is set; else in a folder.
struct StateOptions {
  std::string folder;    // [state] dir: SQLite; ":memory:" is for tests
  std::string postgres;  // [state] postgres: libpq's connection string. It may hold a password
  std::string schema = "ragsieve";  // of the PostgreSQL database; made where it is missing
};

// Errors of SqliteDatabase::open() and PostgresDatabase::open(); kInvalidConfig where neither is
// set.
[[nodiscard]] Result<std::unique_ptr<Database>> open_database(const StateOptions& options);

}  // namespace ragsieve
