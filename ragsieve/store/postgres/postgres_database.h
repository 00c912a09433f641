// The state in a schema of a PostgreSQL server. An advisory lock keeps a second active server out
// for as long as the connection lives; TLS is what the connection string says.
// Not through a pooler that shares connections between transactions: it would share the lock.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "ragsieve/store/database.h"

struct pg_conn;

namespace ragsieve {

class PostgresDatabase final : public Database {
 public:
  // Connects, makes the schema (lower-case letters, digits, "_") where it is missing, and takes its
  // lock. kInvalidConfig: connection string, schema or encoding is wrong, or a right is missing;
  // kUnavailable: the server cannot be reached, or another process has the lock.
  [[nodiscard]] static Result<std::unique_ptr<PostgresDatabase>> open(std::string connection,
                                                                      std::string schema);

  [[nodiscard]] SqlWords words() const override;
  // Nothing: pages are the server's to check (its data checksums, pg_amcheck).
  [[nodiscard]] Result<std::vector<std::string>> integrity_problems() override;

 protected:
  [[nodiscard]] Result<SqlRows> execute(std::string_view sql,
                                        const std::vector<SqlValue>& parameters) override;
  [[nodiscard]] Status begin() override;
  [[nodiscard]] Status commit() override;
  void roll_back() override;

 private:
  struct Close {
    void operator()(pg_conn* handle) const;
  };
  PostgresDatabase(std::string connection, std::string schema)
      : connection_(std::move(connection)), schema_(std::move(schema)) {}
  [[nodiscard]] Status connect();
  [[nodiscard]] Status prepare_session();
  [[nodiscard]] Status check_encoding();
  [[nodiscard]] Status make_schema();
  [[nodiscard]] Status take_lock();
  [[nodiscard]] Result<SqlRows> send(std::string_view sql, const std::vector<SqlValue>& parameters);
  [[nodiscard]] Error lost(std::string message);
  std::string connection_;
  std::string schema_;
  std::unique_ptr<pg_conn, Close> handle_;  // null: to be connected at the next call
};

}  // namespace ragsieve
