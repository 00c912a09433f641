// A JSON value of our own, so that no library's type stands in a header: what the reader returns
// and the writers print. Objects keep the order of their members.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ragsieve::json {

class Value;
using Array = std::vector<Value>;
using Member = std::pair<std::string, Value>;
using Object = std::vector<Member>;

class Value {
 public:
  using Storage = std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double,
                               std::string, Array, Object>;
  Value() : storage_(nullptr) {}
  Value(std::nullptr_t) : storage_(nullptr) {}                     // NOLINT
  Value(bool value) : storage_(value) {}                           // NOLINT
  Value(int value) : storage_(std::int64_t{value}) {}              // NOLINT
  Value(std::int64_t value) : storage_(value) {}                   // NOLINT
  Value(std::uint64_t value) : storage_(value) {}                  // NOLINT
  Value(double value) : storage_(value) {}                         // NOLINT
  Value(const char* value) : storage_(std::string(value)) {}       // NOLINT
  Value(std::string_view value) : storage_(std::string(value)) {}  // NOLINT
  Value(std::string value) : storage_(std::move(value)) {}         // NOLINT
  Value(Array value) : storage_(std::move(value)) {}               // NOLINT
  Value(Object value) : storage_(std::move(value)) {}              // NOLINT

  [[nodiscard]] const Storage& storage() const { return storage_; }
  [[nodiscard]] const std::string* string() const { return std::get_if<std::string>(&storage_); }
  [[nodiscard]] const Array* array() const { return std::get_if<Array>(&storage_); }
  [[nodiscard]] const Object* object() const { return std::get_if<Object>(&storage_); }
  [[nodiscard]] Object* object() { return std::get_if<Object>(&storage_); }
  // Of an object: the member's value, or null where there is none or this is no object.
  [[nodiscard]] const Value* find(std::string_view name) const;
  // A number as f64 (integers widened); nothing else.
  [[nodiscard]] const bool* boolean() const { return std::get_if<bool>(&storage_); }
  [[nodiscard]] bool is_number() const;
  [[nodiscard]] double number() const;               // only where is_number()
  [[nodiscard]] std::string_view type_name() const;  // "null", "boolean", "number", ...

 private:
  Storage storage_;
};

// Compact JSON in UTF-8; doubles in shortest round-trip form; NaN and infinity become null.
[[nodiscard]] std::string dump(const Value& value);

// The canonical form of RFC 8785 for values without floating-point numbers (members sorted by
// UTF-16 code units): what is hashed. A double in `value` is a programming error (asserts).
[[nodiscard]] std::string canonical(const Value& value);

}  // namespace ragsieve::json
