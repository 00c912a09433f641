// Brings a database to the tables that this program knows: numbered steps that only go up, each of
// them one transaction.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ragsieve/store/database.h"

namespace ragsieve {

struct Migration {
  std::int64_t number = 0;  // 1, 2, 3, ...
  std::string_view name;
  // {serial} and {bytes} stand for the database's own words.
  std::span<const std::string_view> statements;
};

// Runs what the database lacks of `steps`, in their order. kInvalidConfig where a newer program has
// changed the database; then nothing is changed. An error leaves the database at the step before.
[[nodiscard]] Status migrate(Database& database, std::span<const Migration> steps);

}  // namespace ragsieve
