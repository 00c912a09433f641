#include "ragsieve/evidence/members.h"

#include <algorithm>
#include <utility>

#include "ragsieve/base/digest.h"
#include "ragsieve/evidence/utc_time.h"

namespace ragsieve {
namespace {

const json::Value& empty_array() {
  static const json::Value value = json::Array{};
  return value;
}

const json::Value& empty_object() {
  static const json::Value value = json::Object{};
  return value;
}

std::optional<std::int64_t> integer_of(const json::Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value.storage())) return *number;
  return std::nullopt;  // what simdjson reads as unsigned lies beyond every bound here
}

std::string found(const json::Value& value, std::string_view expected) {
  return "is " + std::string(value.type_name()) + ", expected " + std::string(expected);
}

}  // namespace

Members::Members(const json::Value& object, std::string place, Code code)
    : object_(object), place_(std::move(place)), code_(code) {
  if (object.object() != nullptr) return;
  if (place_.ends_with('.')) place_.pop_back();
  fail("", found(object, "an object"));
}

const json::Value* Members::find(std::string_view name) {
  known_.emplace_back(name);
  return object_.find(name);
}

const json::Value* Members::required(std::string_view name) {
  const json::Value* value = find(name);
  if (value == nullptr) fail(name, "is missing");
  return value;
}

std::string Members::text(std::string_view name, std::size_t max_bytes) {
  if (required(name) == nullptr) return {};
  return optional_text(name, max_bytes).value_or("");
}

std::optional<std::string> Members::optional_text(std::string_view name, std::size_t max_bytes) {
  const json::Value* value = find(name);
  if (value == nullptr) return std::nullopt;
  const std::string* text = value->string();
  if (text == nullptr) {
    fail(name, found(*value, "a string"));
    return std::nullopt;
  }
  if (text->size() > max_bytes) {
    fail(name, "has " + std::to_string(text->size()) + " bytes, at most " +
                   std::to_string(max_bytes) + " are read");
    return std::nullopt;
  }
  return *text;
}

std::string Members::digest(std::string_view name) {
  if (required(name) == nullptr) return {};
  return optional_digest(name);
}

std::string Members::optional_digest(std::string_view name) {
  const std::optional<std::string> hex = optional_text(name, 64);
  if (!hex) return {};
  const std::optional<Digest> digest = digest_from_hex(*hex);
  if (digest && to_hex(*digest) == *hex) return *hex;
  fail(name, "is no digest, expected 64 lower-case hexadecimal digits");
  return {};
}

std::int64_t Members::integer(std::string_view name, std::int64_t most) {
  if (required(name) == nullptr) return 0;
  return optional_integer(name, most).value_or(0);
}

std::optional<std::int64_t> Members::optional_integer(std::string_view name, std::int64_t most) {
  const json::Value* value = find(name);
  if (value == nullptr) return std::nullopt;
  const std::optional<std::int64_t> number = integer_of(*value);
  if (number && *number >= 0 && *number <= most) return number;
  fail(name, found(*value, "a whole number from 0 to " + std::to_string(most)));
  return std::nullopt;
}

std::int64_t Members::time(std::string_view name) {
  if (required(name) == nullptr) return 0;
  return optional_time(name).value_or(0);
}

std::optional<std::int64_t> Members::optional_time(std::string_view name) {
  const std::optional<std::string> text = optional_text(name, 64);
  if (!text) return std::nullopt;
  const std::optional<std::int64_t> seconds = parse_utc(*text);
  if (!seconds) fail(name, "is no time, expected the form 2024-05-01T12:00:00Z");
  return seconds;
}

std::vector<std::string> Members::texts(std::string_view name, std::size_t most,
                                        std::size_t max_bytes) {
  std::vector<std::string> texts;
  for (const json::Value& value : *array(name, most).array()) {
    const std::string* text = value.string();
    if (text == nullptr || text->size() > max_bytes) {
      fail(std::string(name) + "[" + std::to_string(texts.size()) + "]",
           "expected a string of at most " + std::to_string(max_bytes) + " bytes");
      return {};
    }
    texts.push_back(*text);
  }
  return texts;
}

const json::Value& Members::array(std::string_view name, std::size_t most) {
  const json::Value* value = required(name);
  if (value == nullptr) return empty_array();
  if (value->array() == nullptr) {
    fail(name, found(*value, "an array"));
    return empty_array();
  }
  if (value->array()->size() <= most) return *value;
  fail(name, "has " + std::to_string(value->array()->size()) + " entries, at most " +
                 std::to_string(most) + " are read");
  return empty_array();
}

const json::Value& Members::object(std::string_view name) {
  const json::Value* value = required(name);
  if (value == nullptr) return empty_object();
  if (value->object() != nullptr) return *value;
  fail(name, found(*value, "an object"));
  return empty_object();
}

void Members::ignore(std::string_view name) { known_.emplace_back(name); }

void Members::fail(std::string_view name, std::string message) {
  fail(make_error(code_, std::move(message), Where{"", 0, place_ + std::string(name)}));
}

void Members::fail(Error error) {
  if (!error_) error_ = std::move(error);
}

Status Members::finish() {
  if (object_.object() == nullptr) return status();
  std::vector<std::string_view> seen;
  for (const json::Member& member : *object_.object()) {
    if (std::ranges::find(known_, member.first) == known_.end()) {
      fail(member.first.substr(0, 64), "is not a member of this format version");
      break;
    }
    if (std::ranges::find(seen, member.first) != seen.end()) {
      fail(member.first, "occurs twice; keep one");
      break;
    }
    seen.push_back(member.first);
  }
  return status();
}

}  // namespace ragsieve
