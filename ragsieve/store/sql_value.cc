#include "ragsieve/store/sql_value.h"

namespace ragsieve {

template <typename T>
std::optional<T> SqlReader::take(bool may_be_null) {
  const std::size_t index = column_++;
  if (index < row_.size()) {
    if (const T* value = std::get_if<T>(&row_[index].storage())) return *value;
    if (may_be_null && row_[index].is_null()) return std::nullopt;
  }
  refuse();
  return std::nullopt;
}

std::int64_t SqlReader::integer() { return take<std::int64_t>(false).value_or(0); }
std::string SqlReader::text() { return take<std::string>(false).value_or(""); }
std::string SqlReader::bytes() { return take<SqlBytes>(false).value_or(SqlBytes()).bytes; }

std::optional<std::int64_t> SqlReader::maybe_integer() { return take<std::int64_t>(true); }
std::optional<std::string> SqlReader::maybe_text() { return take<std::string>(true); }

std::optional<std::string> SqlReader::maybe_bytes() {
  auto value = take<SqlBytes>(true);
  if (!value) return std::nullopt;
  return std::move(value->bytes);
}

Digest SqlReader::digest() {
  const auto value = digest_from_hex(text());
  if (!value) refuse();
  return value.value_or(Digest());
}

std::optional<Digest> SqlReader::maybe_digest() {
  const auto hex = maybe_text();
  if (!hex) return std::nullopt;
  const auto value = digest_from_hex(*hex);
  if (!value) refuse();
  return value;
}

Status SqlReader::status() const {
  if (broken_) {
    return make_error(Code::kCorrupt, "column " + std::to_string(*broken_) +
                                          " of a row does not hold what was written there");
  }
  if (column_ != row_.size()) {
    return make_error(Code::kCorrupt, "a row has " + std::to_string(row_.size()) +
                                          " columns, expected " + std::to_string(column_));
  }
  return ok_status();
}

}  // namespace ragsieve
