#include "eval/run/line_members.h"

#include <cmath>
#include <limits>
#include <variant>

namespace ragsieve::eval {

std::string LineMembers::text(std::string_view name) {
  const json::Value* value = object_.find(name);
  if (value != nullptr && value->string() != nullptr) return *value->string();
  fail(name, "string");
  return {};
}

std::size_t LineMembers::size(std::string_view name) {
  const json::Value* value = object_.find(name);
  const double number = value != nullptr && value->is_number() ? value->number() : -1;
  if (number >= 0 && number <= 1e15 && number == std::floor(number)) {
    return static_cast<std::size_t>(number);
  }
  fail(name, "count");
  return 0;
}

double LineMembers::number(std::string_view name) { return number_of(object_.find(name), name); }

Interval LineMembers::pair(std::string_view name) {
  const json::Value* value = object_.find(name);
  const json::Array* array = value == nullptr ? nullptr : value->array();
  if (array == nullptr || array->size() != 2) {
    fail(name, "pair of numbers");
    return {};
  }
  return {number_of(array->data(), name), number_of(array->data() + 1, name)};
}

bool LineMembers::flag(std::string_view name) {
  const json::Value* value = object_.find(name);
  if (value != nullptr && value->boolean() != nullptr) return *value->boolean();
  fail(name, "boolean");
  return false;
}

const json::Value* LineMembers::object(std::string_view name) {
  const json::Value* value = object_.find(name);
  if (value != nullptr && value->object() != nullptr) return value;
  fail(name, "object");
  return nullptr;
}

void LineMembers::fail(std::string_view name, const std::string& expected) {
  if (!status_.ok()) return;
  status_ = make_error(Code::kInvalidInput, "is missing or no " + expected,
                       Where{"", 0, above_ + std::string(name)});
}

double LineMembers::number_of(const json::Value* value, std::string_view name) {
  if (value != nullptr && value->is_number()) return value->number();
  const bool null = value != nullptr && std::holds_alternative<std::nullptr_t>(value->storage());
  if (!null) fail(name, "number");
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace ragsieve::eval
