// Types are told to the server, so that it never guesses one from a text; bytes travel as they are.
#include <charconv>
#include <optional>

#include "ragsieve/store/postgres/postgres_values_internal.h"

namespace ragsieve {
namespace {

// Of pg_type.dat; they never change.
enum : Oid {
  kBytea = 17,
  kName = 19,
  kInt8 = 20,
  kInt2 = 21,
  kInt4 = 23,
  kText = 25,
  kFloat8 = 701,
  kVarchar = 1043,
  kVoid = 2278,
};

constexpr int kTextFormat = 0;
constexpr int kBinaryFormat = 1;

struct PostgresParameter {
  Oid type = 0;
  const char* value = nullptr;
  std::size_t length = 0;
  int format = kTextFormat;
};

template <typename Number>
std::string as_text(Number number) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof(digits), number).ptr;
  return {digits, end};
}

// `numbers` never moves what it holds: it was given its size before.
struct MakeParameter {
  std::vector<std::string>& numbers;
  PostgresParameter operator()(std::monostate) const { return {}; }
  PostgresParameter operator()(std::int64_t value) const { return number(kInt8, as_text(value)); }
  PostgresParameter operator()(double value) const { return number(kFloat8, as_text(value)); }
  PostgresParameter operator()(const std::string& value) const {
    return {kText, value.c_str(), value.size(), kTextFormat};
  }
  PostgresParameter operator()(const SqlBytes& value) const {
    return {kBytea, value.bytes.data(), value.bytes.size(), kBinaryFormat};
  }
  PostgresParameter number(Oid type, std::string text) const {
    numbers.push_back(std::move(text));
    return {type, numbers.back().c_str(), numbers.back().size(), kTextFormat};
  }
};

template <typename Number>
std::optional<SqlValue> number_of(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), number);
  if (error != std::errc() || end != text.end()) return std::nullopt;
  return SqlValue(number);
}

std::optional<SqlValue> bytes_of(const char* text) {
  std::size_t size = 0;
  unsigned char* bytes = PQunescapeBytea(reinterpret_cast<const unsigned char*>(text), &size);
  if (bytes == nullptr) return std::nullopt;
  SqlBytes value{std::string(reinterpret_cast<const char*>(bytes), size)};
  PQfreemem(bytes);
  return SqlValue(std::move(value));
}

std::optional<SqlValue> cell_of(const PGresult* result, int row, int column) {
  if (PQgetisnull(result, row, column) != 0) return SqlValue();
  const char* data = PQgetvalue(result, row, column);
  const std::string_view text(data, static_cast<std::size_t>(PQgetlength(result, row, column)));
  switch (PQftype(result, column)) {
    case kInt2:
    case kInt4:
    case kInt8:
      return number_of<std::int64_t>(text);
    case kFloat8:
      return number_of<double>(text);
    case kText:
    case kVarchar:
    case kName:
      return SqlValue(text);
    case kBytea:
      return bytes_of(data);
    case kVoid:
      return SqlValue();
    default:
      return std::nullopt;
  }
}

}  // namespace

PostgresParameters::PostgresParameters(const std::vector<SqlValue>& values) {
  numbers_.reserve(values.size());
  for (const SqlValue& value : values) {
    const PostgresParameter parameter = std::visit(MakeParameter{numbers_}, value.storage());
    types_.push_back(parameter.type);
    values_.push_back(parameter.value);
    lengths_.push_back(static_cast<int>(parameter.length));
    formats_.push_back(parameter.format);
  }
}

Result<SqlRows> read_result(const PGresult* result) {
  SqlRows rows(static_cast<std::size_t>(PQntuples(result)));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (int column = 0; column < PQnfields(result); ++column) {
      auto cell = cell_of(result, static_cast<int>(i), column);
      if (!cell) {
        return make_error(Code::kInternal,
                          "column " + std::to_string(column + 1) +
                              " of a statement of the store has a type that it does not read: " +
                              std::to_string(PQftype(result, column)));
      }
      rows[i].push_back(std::move(*cell));
    }
  }
  return rows;
}

}  // namespace ragsieve
