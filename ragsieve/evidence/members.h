// Reads the members of one JSON object strictly: each by its name and type, none left over. The
// first thing that is wrong is remembered, so that a caller reads them all and asks once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/json/value.h"

namespace ragsieve {

class Members {
 public:
  // `place` stands before each name in an error ("predicate."); `code` is the errors'. `object`
  // must outlive this reader. An error if it is no object.
  Members(const json::Value& object, std::string place, Code code = Code::kInvalidInput);

  [[nodiscard]] std::string text(std::string_view name, std::size_t max_bytes);
  [[nodiscard]] std::optional<std::string> optional_text(std::string_view name,
                                                         std::size_t max_bytes);
  // 64 lower-case hexadecimal digits; "" where an optional one is absent.
  [[nodiscard]] std::string digest(std::string_view name);
  [[nodiscard]] std::string optional_digest(std::string_view name);
  [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t most);  // 0..most
  [[nodiscard]] std::optional<std::int64_t> optional_integer(std::string_view name,
                                                             std::int64_t most);
  // Seconds since 1970 of "2024-05-01T12:00:00Z".
  [[nodiscard]] std::int64_t time(std::string_view name);
  [[nodiscard]] std::optional<std::int64_t> optional_time(std::string_view name);
  [[nodiscard]] std::vector<std::string> texts(std::string_view name, std::size_t most,
                                               std::size_t max_bytes);
  // An array of at most `most` values; an object. Never null: an empty one where it is not right.
  [[nodiscard]] const json::Value& array(std::string_view name, std::size_t most);
  [[nodiscard]] const json::Value& object(std::string_view name);
  // Marks a member as known without reading it.
  void ignore(std::string_view name);
  [[nodiscard]] bool has(std::string_view name) const { return object_.find(name) != nullptr; }

  // Remembers an error of the member; the first one stays.
  void fail(std::string_view name, std::string message);
  void fail(Error error);
  [[nodiscard]] Status status() const { return error_ ? Status(*error_) : ok_status(); }
  // status(), or the first member that was never asked for or occurs twice.
  [[nodiscard]] Status finish();

 private:
  const json::Value* find(std::string_view name);
  const json::Value* required(std::string_view name);

  const json::Value& object_;
  std::string place_;
  Code code_;
  std::vector<std::string> known_;
  std::optional<Error> error_;
};

}  // namespace ragsieve
