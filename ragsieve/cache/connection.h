// A SQLite connection and its statements, as far as the cache needs them; errors as values.
// Inside the cache only. One thread at a time; a SqlStatement must go before its Connection.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ragsieve/base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace ragsieve {

// Errors: kCorrupt (damaged, no database, or not the expected tables), kNoSpace, kTimedOut (another
// process holds the lock), kIo (anything else). `where.path` is the file.
class SqlStatement {
 public:
  SqlStatement() = default;  // of nothing: assign a prepared one before use
  // Ends the run before and binds anew; parameters count from 1. Bytes must live until the
  // statement is reset or destroyed.
  void reset();
  void bind(int parameter, std::string_view bytes);
  void bind(int parameter, std::int64_t number);
  // True: a row is there to read. False: done.
  [[nodiscard]] Result<bool> step();
  // For a statement without rows: steps to the end and resets.
  [[nodiscard]] Status run();

  [[nodiscard]] std::int64_t number(int column) const;     // columns count from 0
  [[nodiscard]] std::string_view bytes(int column) const;  // until the next step or reset

 private:
  friend class Connection;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  SqlStatement(sqlite3_stmt* statement, std::string path)
      : statement_(statement), path_(std::move(path)) {}
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  std::string path_;
};

class Connection {
 public:
  // Opens or makes the file. It may still turn out not to be a database at the first use.
  [[nodiscard]] static Result<Connection> open(const std::string& path, int busy_timeout_ms);

  [[nodiscard]] Status run(const char* sql);  // one or more statements; rows are dropped
  [[nodiscard]] Result<std::int64_t> number(const char* sql);  // of the first row
  [[nodiscard]] Result<SqlStatement> prepare(const char* sql);
  [[nodiscard]] std::int64_t last_row() const;
  [[nodiscard]] bool read_only() const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  Connection(sqlite3* database, std::string path) : database_(database), path_(std::move(path)) {}
  std::unique_ptr<sqlite3, Close> database_;
  std::string path_;
};

// Rolls back at the end of its scope unless committed.
class Transaction {
 public:
  [[nodiscard]] static Result<Transaction> begin_read(Connection& connection);
  [[nodiscard]] static Result<Transaction> begin_write(Connection& connection);
  Transaction(Transaction&& other) noexcept;
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();
  [[nodiscard]] Status commit();

 private:
  explicit Transaction(Connection& connection) : connection_(&connection) {}
  Connection* connection_;  // null once committed
};

}  // namespace ragsieve
