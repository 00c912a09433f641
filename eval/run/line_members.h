// Reads the members of one object of a result line by name and kind. The first that is missing or
// of another kind is kept as the error, so that a reader asks for all and checks once. One thread
// at a time; the object must outlive the reader.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "eval/measures/bootstrap.h"
#include "ragsieve/base/result.h"
#include "ragsieve/json/value.h"

namespace ragsieve::eval {

class LineMembers {
 public:
  // `above` stands before the names in errors: "answers.clean.".
  explicit LineMembers(const json::Value& object, std::string above = "")
      : object_(object), above_(std::move(above)) {}

  [[nodiscard]] std::string text(std::string_view name);
  [[nodiscard]] std::size_t size(std::string_view name);  // 0 to 1e15
  [[nodiscard]] double number(std::string_view name);     // NaN of null
  [[nodiscard]] Interval pair(std::string_view name);     // of two numbers
  [[nodiscard]] bool flag(std::string_view name);
  // Null, and an error, where it is no object.
  [[nodiscard]] const json::Value* object(std::string_view name);

  // kInvalidInput with where.field.
  [[nodiscard]] Status status() const { return status_; }
  void fail(std::string_view name, const std::string& expected);

 private:
  double number_of(const json::Value* value, std::string_view name);

  const json::Value& object_;
  std::string above_;
  Status status_ = ok_status();
};

}  // namespace ragsieve::eval
