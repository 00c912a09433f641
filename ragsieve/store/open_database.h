// Opens the database that the configuration names.
#pragma once

#include <memory>
#include <string>

#include "ragsieve/store/database.h"

namespace ragsieve {

// Where the state lies. Either a folder or a PostgreSQL server; neither: in memory, for tests.
struct StateOptions {
  std::string folder;  // [state] dir: SQLite
};

[[nodiscard]] Result<std::unique_ptr<Database>> open_database(const StateOptions& options);

}  // namespace ragsieve
