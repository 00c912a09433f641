// TOML's plain values are JSON's, but for infinity, NaN and a raw DEL in a string.
#include <algorithm>
#include <cmath>

#include "ragsieve/config/toml.h"

namespace ragsieve {
namespace {

using json::Array;
using json::Object;
using json::Value;

std::string quoted(std::string_view text) {
  std::string out;
  for (const char c : json::dump(Value(text))) {
    if (c == '\x7f') {
      out += "\\u007f";
    } else {
      out += c;
    }
  }
  return out;
}

std::string key_name(const std::string& name) {
  const auto bare = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  return !name.empty() && std::ranges::all_of(name, bare) ? name : quoted(name);
}

bool is_null(const Value& value) { return std::holds_alternative<std::nullptr_t>(value.storage()); }

bool is_array_of_tables(const Value& value) {
  const Array* array = value.array();
  return array != nullptr && !array->empty() &&
         std::ranges::all_of(*array, [](const Value& item) { return item.object() != nullptr; });
}

std::string line_of(const json::Member& member) {
  return key_name(member.first) + " = " + dump_toml_value(member.second) + "\n";
}

// The members of a table behind its heading, all of them on lines of their own.
std::string body_of(const Object& table) {
  std::string out;
  for (const json::Member& member : table) {
    if (!is_null(member.second)) out += line_of(member);
  }
  return out;
}

void append_item(std::string& list, const std::string& item) {
  if (!list.empty()) list += ", ";
  list += item;
}

std::string inline_array(const Array& array) {
  std::string list;
  for (const Value& item : array) {
    if (!is_null(item)) append_item(list, dump_toml_value(item));
  }
  return "[" + list + "]";
}

std::string inline_table(const Object& table) {
  std::string list;
  for (const auto& [name, item] : table) {
    if (!is_null(item)) append_item(list, key_name(name) + " = " + dump_toml_value(item));
  }
  return "{" + list + "}";
}

}  // namespace

std::string dump_toml_value(const Value& value) {
  if (const std::string* text = value.string()) return quoted(*text);
  if (const Array* array = value.array()) return inline_array(*array);
  if (const Object* object = value.object()) return inline_table(*object);
  if (value.is_number() && std::isnan(value.number())) return "nan";
  if (value.is_number() && std::isinf(value.number())) return value.number() < 0 ? "-inf" : "inf";
  return json::dump(value);
}

std::string dump_toml(const Value& value) {
  std::string plain;
  std::string tables;
  const Object none;
  for (const json::Member& member : value.object() != nullptr ? *value.object() : none) {
    if (const Object* table = member.second.object()) {
      tables += "\n[" + key_name(member.first) + "]\n" + body_of(*table);
    } else if (is_array_of_tables(member.second)) {
      for (const Value& table : *member.second.array()) {
        tables += "\n[[" + key_name(member.first) + "]]\n" + body_of(*table.object());
      }
    } else if (!is_null(member.second)) {
      plain += line_of(member);
    }
  }
  // Without plain members the first heading needs no empty line above it.
  return plain.empty() && !tables.empty() ? tables.substr(1) : plain + tables;
}

}  // namespace ragsieve
