#include "ragsieve/store/migrations.h"

#include <string>

namespace ragsieve {
namespace {

std::string replace_all(std::string text, std::string_view word, std::string_view by) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    text.replace(at, word.size(), by);
    at += by.size();
  }
  return text;
}

Result<std::int64_t> version_of(Database& database) {
  RAGSIEVE_CHECK(
      database.run("CREATE TABLE IF NOT EXISTS schema_migrations (number BIGINT PRIMARY KEY, name "
                   "TEXT NOT NULL)"));
  RAGSIEVE_TRY(const SqlRows rows,
               database.run("SELECT COALESCE(max(number), 0) FROM schema_migrations"));
  RAGSIEVE_TRY(const auto version,
               read_first(rows, [](SqlReader& reader) { return reader.integer(); }));
  return version.value_or(0);
}

Status run_step(Database& database, const Migration& step) {
  const SqlWords words = database.words();
  for (const std::string_view statement : step.statements) {
    const std::string with_serial = replace_all(std::string(statement), "{serial}", words.serial);
    RAGSIEVE_CHECK(database.run(replace_all(with_serial, "{bytes}", words.bytes)));
  }
  RAGSIEVE_CHECK(database.run("INSERT INTO schema_migrations (number, name) VALUES ($1, $2)",
                              {step.number, step.name}));
  return ok_status();
}

}  // namespace

Status migrate(Database& database, std::span<const Migration> steps) {
  RAGSIEVE_TRY(const std::int64_t version, version_of(database));
  const std::int64_t known = steps.empty() ? 0 : steps.back().number;
  if (version > known) {
    return make_error(Code::kInvalidConfig,
                      "the state is of version " + std::to_string(version) +
                          ", and this program knows versions up to " + std::to_string(known) +
                          "; start the newer program, or restore the backup from before it");
  }
  for (const Migration& step : steps) {
    if (step.number <= version) continue;
    RAGSIEVE_CHECK(
        database.in_transaction([&](Database& inside) { return run_step(inside, step); }));
  }
  return ok_status();
}

}  // namespace ragsieve
