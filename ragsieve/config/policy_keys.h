// The one table of the policy file's plain keys: reading and checking. Inside `config` only.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "ragsieve/base/result.h"
#include "ragsieve/core/policy.h"
#include "ragsieve/json/value.h"

namespace ragsieve {

// Each reaches its value in a Policy; a choice is set by its place among the names.
using ShareField = Millionths& (*)(Policy&);
using SwitchField = bool& (*)(Policy&);
using CountField = std::uint64_t& (*)(Policy&);
using ChoiceField = void (*)(Policy&, std::size_t);

struct PolicyKey {
  std::string_view section;  // empty: outside every section
  std::string_view key;
  std::variant<ShareField, SwitchField, CountField, ChoiceField> field;
  double least = 0;  // of a number, both included
  double most = 1;
  std::span<const std::string_view> choices = {};
};

[[nodiscard]] std::span<const PolicyKey> policy_keys();
[[nodiscard]] std::string full_name(const PolicyKey& key);  // "thresholds.alpha", "mode"

// Checks and sets; kInvalidConfig with what was found and what is expected.
[[nodiscard]] Status set_policy_value(const PolicyKey& key, const json::Value& value,
                                      Policy& policy);

// "an array", "a table", or the value as TOML prints it.
[[nodiscard]] std::string found_text(const json::Value& value);

}  // namespace ragsieve
