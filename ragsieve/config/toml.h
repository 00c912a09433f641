// TOML in and out, as json::Value: for the configuration and for the manifests of the project.
// Read with toml++ under limits::kConfigBytes and a bound on nesting (toml_nesting.h). Thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/json/value.h"

namespace ragsieve {

// The whole file as an object whose members are in the order of their names; dates and times become
// strings. kInvalidConfig with the line, kTooLarge. `path` is only named in errors.
[[nodiscard]] Result<json::Value> parse_toml(std::string_view text, const std::string& path);

// One `key = value` of a file of [section]s.
struct TomlKey {
  std::string section;  // empty: the key stands outside every section
  std::string key;      // empty: the section has no keys
  json::Value value;    // an object where [section.key] is a table
  std::uint64_t line = 0;
};

// The same file key by key, with lines; by section, then by key.
[[nodiscard]] Result<std::vector<TomlKey>> parse_toml_keys(std::string_view text,
                                                           const std::string& path);

// TOML text of an object: first its plain members, then objects as [name], then arrays of objects
// as [[name]]; what is nested deeper is written inline, and nulls are left out. The result parses
// back to the same value (invalid UTF-8 is replaced; integers over 2^63-1 do not fit TOML).
[[nodiscard]] std::string dump_toml(const json::Value& value);

// One value as it stands behind "key = "; not null.
[[nodiscard]] std::string dump_toml_value(const json::Value& value);

}  // namespace ragsieve
