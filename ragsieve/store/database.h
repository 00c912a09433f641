// A database as the stores see it: statements with parameters, rows, transactions. One SQL for
// every driver: parameters are $1, $2, ...; integers are 64 bit; no other dialect word.
// One thread at a time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/store/sql_value.h"

namespace ragsieve {

// The words in which databases differ; the tables are written with {serial} and {bytes}.
struct SqlWords {
  std::string_view serial;  // a primary key that counts up by itself and never counts back
  std::string_view bytes;
};

// True of the error of a row whose key is there already.
[[nodiscard]] bool is_duplicate(const Error& error);
// The error that is_duplicate() knows: kInvalidInput.
[[nodiscard]] Error duplicate_error(std::string message);
// The error of a row to be added, naming `thing` ("document 'a'") where it is there already.
[[nodiscard]] Error adding_error(Error error, std::string_view thing);

class Database {
 public:
  using Work = std::function<Status(Database&)>;

  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  virtual ~Database() = default;

  // Runs one statement. `parameters[i]` stands for $(i+1). Errors: kInvalidInput (a constraint does
  // not hold, or a text is no UTF-8 or holds U+0000), kNoSpace, kUnavailable (the server is gone:
  // the next call connects anew, nothing is repeated), kTimedOut (another process holds a lock),
  // kTooLarge, kCorrupt, kIo, kInternal (wrong SQL). Outside of in_transaction() a statement
  // without an error is durable.
  [[nodiscard]] Result<SqlRows> run(std::string_view sql,
                                    const std::vector<SqlValue>& parameters = {});

  // Runs `work` and commits what it did; on an error of `work`, or of any statement in it, all of
  // it is undone and that error returned. Without an error it is durable. kUnavailable in the
  // middle of committing says that the change may have been kept. Within another transaction:
  // kInternal.
  [[nodiscard]] Status in_transaction(const Work& work);

  // As in_transaction(), but within a transaction `work` becomes a part of it, and an error of
  // `work` undoes the whole.
  [[nodiscard]] Status as_one(const Work& work);

  [[nodiscard]] virtual SqlWords words() const = 0;

  // What is wrong with the stored data as the database itself can tell; empty: nothing found.
  [[nodiscard]] virtual Result<std::vector<std::string>> integrity_problems() = 0;

 protected:
  [[nodiscard]] virtual Result<SqlRows> execute(std::string_view sql,
                                                const std::vector<SqlValue>& parameters) = 0;
  [[nodiscard]] virtual Status begin() = 0;
  [[nodiscard]] virtual Status commit() = 0;
  virtual void roll_back() = 0;  // also where the database has rolled back by itself

 private:
  class Attempt;
  [[nodiscard]] Result<SqlRows> checked(std::string_view sql,
                                        const std::vector<SqlValue>& parameters);
  bool in_transaction_ = false;
  std::optional<Error> failed_;  // the transaction's first error: it can only be undone
};

}  // namespace ragsieve
