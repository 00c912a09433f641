// The one table of configuration keys: it drives reading, the environment, the checks and printing.
// Inside `config` only.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "ragsieve/base/result.h"
#include "ragsieve/config/config.h"
#include "ragsieve/json/value.h"

namespace ragsieve {

// Each reaches its value in a Config.
using TextField = std::string& (*)(Config&);
using BooleanField = bool& (*)(Config&);
using IntegerField = std::uint64_t& (*)(Config&);
using RealField = double& (*)(Config&);

struct ConfigKey {
  std::string_view section;
  std::string_view key;
  std::variant<TextField, BooleanField, IntegerField, RealField> field;
  double least = 0;  // of a number, both included
  double most = 0;
  std::span<const std::string_view> choices = {};  // of a text; empty: any text but the empty one
  bool secret = false;
  bool optional = false;  // the empty text is a value too: "not set"
  bool path = false;      // of a file: no secret, whatever its name ends in
};

// In the order in which they are printed, a section's keys together.
[[nodiscard]] std::span<const ConfigKey> config_keys();

// The key, or null.
[[nodiscard]] const ConfigKey* find_config_key(std::string_view section, std::string_view key);

[[nodiscard]] std::string full_name(const ConfigKey& key);      // "run.threads"
[[nodiscard]] std::string variable_name(const ConfigKey& key);  // "RAGSIEVE__RUN__THREADS"

// Flagged, or named like one: ending in _key, _token or _password. A `*_file` and a path are none.
[[nodiscard]] bool is_secret(const ConfigKey& key);

// Checks and sets; kInvalidConfig with what was found (not of a secret) and what is expected.
[[nodiscard]] Status set_value(const ConfigKey& key, const json::Value& value, Config& config);

// The text of an environment variable as the key's type; as a string where it is no such value.
[[nodiscard]] json::Value value_from_text(const ConfigKey& key, std::string_view text);

// TOML of the key's value; "********" for a secret that is set.
[[nodiscard]] std::string print_value(const ConfigKey& key, const Config& config);

}  // namespace ragsieve
