#include "ragsieve/json/canonical.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "ragsieve/base/utf8.h"
#include "ragsieve/json/reader.h"

namespace ragsieve::json {
namespace {

// Walks a value that is at most limits::kJsonDepth deep and keeps the path to where it stands.
class Checker {
 public:
  [[nodiscard]] Status check(const Value& value) {
    return std::visit([this](const auto& held) { return check(held); }, value.storage());
  }

 private:
  Status check(std::nullptr_t) { return ok_status(); }
  Status check(bool) { return ok_status(); }

  Status check(std::int64_t value) {
    return value < -kLargestInteger || value > kLargestInteger ? too_large() : ok_status();
  }
  Status check(std::uint64_t value) {
    return value > static_cast<std::uint64_t>(kLargestInteger) ? too_large() : ok_status();
  }
  Status check(double) {
    return fail("is a floating-point number, expected an integer or a string");
  }

  Status check(const std::string& text) {
    return first_invalid_utf8(text) ? fail("is not UTF-8") : ok_status();
  }

  Status check(const Array& array) {
    const std::size_t length = path_.size();
    for (std::size_t i = 0; i < array.size(); ++i) {
      path_ += "[" + std::to_string(i) + "]";
      RAGSIEVE_CHECK(check(array[i]));
      path_.resize(length);
    }
    return ok_status();
  }

  Status check(const Object& object) {
    RAGSIEVE_CHECK(check_names(object));
    const std::size_t length = path_.size();
    for (const auto& [name, value] : object) {
      step_into(name);
      RAGSIEVE_CHECK(check(value));
      path_.resize(length);
    }
    return ok_status();
  }

  Status check_names(const Object& object) {
    std::vector<std::string_view> names;
    names.reserve(object.size());
    for (const Member& member : object) {
      if (first_invalid_utf8(member.first)) return fail("has a member whose name is not UTF-8");
      names.push_back(member.first);
    }
    std::ranges::sort(names);
    const auto twice = std::ranges::adjacent_find(names);
    if (twice == names.end()) return ok_status();
    step_into(*twice);
    return fail("the member occurs twice; keep one");
  }

  void step_into(std::string_view name) {
    if (!path_.empty()) path_ += '.';
    path_ += name;
  }

  Status too_large() { return fail("is an integer beyond 9007199254740991 in size"); }
  Status fail(std::string message) {
    return make_error(Code::kInvalidInput, std::move(message), Where{"", 0, path_});
  }

  std::string path_;
};

}  // namespace

Result<std::string> canonical_form(const Value& value) {
  RAGSIEVE_CHECK(Checker().check(value));
  return canonical(value);
}

Result<Value> parse_strict(std::string_view text) {
  RAGSIEVE_TRY(Value value, Reader().parse(text));
  RAGSIEVE_CHECK(Checker().check(value));
  return value;
}

Result<Value> parse_canonical(std::string_view text) {
  RAGSIEVE_TRY(Value value, parse_strict(text));
  if (canonical(value) != text) {
    return make_error(Code::kInvalidInput, "is JSON, but not in the canonical form of RFC 8785");
  }
  return value;
}

}  // namespace ragsieve::json
