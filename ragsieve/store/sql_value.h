// What goes into a statement and comes out of it: nothing, an integer, a number, text or bytes; and
// a reader that takes a row apart column by column. Values: safe to copy, no I/O.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"

namespace ragsieve {

// Bytes of any kind. Text is a plain string: valid UTF-8 without U+0000.
struct SqlBytes {
  std::string bytes;
  bool operator==(const SqlBytes&) const = default;
};

class SqlValue {
 public:
  using Storage = std::variant<std::monostate, std::int64_t, double, std::string, SqlBytes>;
  SqlValue() = default;                                               // null
  SqlValue(std::int64_t value) : storage_(value) {}                   // NOLINT
  SqlValue(int value) : storage_(std::int64_t{value}) {}              // NOLINT
  SqlValue(double value) : storage_(value) {}                         // NOLINT
  SqlValue(const char* value) : storage_(std::string(value)) {}       // NOLINT
  SqlValue(std::string_view value) : storage_(std::string(value)) {}  // NOLINT
  SqlValue(std::string value) : storage_(std::move(value)) {}         // NOLINT
  SqlValue(SqlBytes value) : storage_(std::move(value)) {}            // NOLINT
  SqlValue(const Digest& value) : storage_(to_hex(value)) {}          // NOLINT
  template <typename T>
  SqlValue(const std::optional<T>& value)  // NOLINT
      : storage_(value ? SqlValue(*value).storage_ : Storage()) {}

  [[nodiscard]] const Storage& storage() const { return storage_; }
  [[nodiscard]] bool is_null() const { return storage_.index() == 0; }
  bool operator==(const SqlValue&) const = default;

 private:
  Storage storage_;
};

using SqlRow = std::vector<SqlValue>;
using SqlRows = std::vector<SqlRow>;

// Takes the columns of one row from left to right. A column that is missing or of another kind
// gives an empty value and an error, which status() tells once the row is read.
class SqlReader {
 public:
  explicit SqlReader(const SqlRow& row) : row_(row) {}  // the row must outlive the reader
  [[nodiscard]] std::int64_t integer();
  [[nodiscard]] std::string text();
  [[nodiscard]] std::string bytes();
  [[nodiscard]] Digest digest();  // of 64 hexadecimal digits
  [[nodiscard]] std::optional<std::int64_t> maybe_integer();
  [[nodiscard]] std::optional<std::string> maybe_text();
  [[nodiscard]] std::optional<std::string> maybe_bytes();
  [[nodiscard]] std::optional<Digest> maybe_digest();

  // For a column whose text the caller cannot make sense of.
  void refuse() { broken_ = broken_ ? broken_ : column_; }
  // kCorrupt names the first column (from 1) that was not as expected, or that there are more.
  [[nodiscard]] Status status() const;

 private:
  template <typename T>
  [[nodiscard]] std::optional<T> take(bool may_be_null);
  const SqlRow& row_;
  std::size_t column_ = 0;  // how many were taken
  std::optional<std::size_t> broken_ = std::nullopt;
};

// All rows, each read by `read` (a function SqlReader& -> T).
template <typename Read>
[[nodiscard]] auto read_rows(const SqlRows& rows, Read read)
    -> Result<std::vector<decltype(read(std::declval<SqlReader&>()))>> {
  std::vector<decltype(read(std::declval<SqlReader&>()))> values;
  values.reserve(rows.size());
  for (const SqlRow& row : rows) {
    SqlReader reader(row);
    values.push_back(read(reader));
    RAGSIEVE_CHECK(reader.status());
  }
  return values;
}

// The first row; nothing where there is none.
template <typename Read>
[[nodiscard]] auto read_first(const SqlRows& rows, Read read)
    -> Result<std::optional<decltype(read(std::declval<SqlReader&>()))>> {
  std::optional<decltype(read(std::declval<SqlReader&>()))> value;
  if (rows.empty()) return value;
  SqlReader reader(rows.front());
  value = read(reader);
  RAGSIEVE_CHECK(reader.status());
  return value;
}

}  // namespace ragsieve
