// Values on their way to and from libpq. Inside the PostgreSQL driver only.
#pragma once

#include <libpq-fe.h>

#include <memory>
#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/store/sql_value.h"

namespace ragsieve {

struct PostgresClear {
  void operator()(PGresult* result) const { PQclear(result); }
};
using PostgresResult = std::unique_ptr<PGresult, PostgresClear>;

// The arrays that PQexecParams takes; they point into `values`, which must outlive them.
class PostgresParameters {
 public:
  explicit PostgresParameters(const std::vector<SqlValue>& values);
  PostgresParameters(const PostgresParameters&) = delete;
  PostgresParameters& operator=(const PostgresParameters&) = delete;

  [[nodiscard]] int size() const { return static_cast<int>(types_.size()); }
  [[nodiscard]] const Oid* types() const { return types_.data(); }
  [[nodiscard]] const char* const* values() const { return values_.data(); }
  [[nodiscard]] const int* lengths() const { return lengths_.data(); }
  [[nodiscard]] const int* formats() const { return formats_.data(); }

 private:
  std::vector<std::string> numbers_;  // as text
  std::vector<Oid> types_;
  std::vector<const char*> values_;
  std::vector<int> lengths_;
  std::vector<int> formats_;
};

// The rows of a result in text format; kInternal where a column is of a type that no store uses.
[[nodiscard]] Result<SqlRows> read_result(const PGresult* result);

}  // namespace ragsieve
