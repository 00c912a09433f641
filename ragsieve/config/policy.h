// The policy file of the gate: TOML with the keys of core/policy.h. What is not there has its
// default; an unknown key or a value out of range is an error. Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/core/policy.h"

namespace ragsieve {

// kNotFound and kIo of the file, and as parse_policy().
[[nodiscard]] Result<Policy> load_policy(const std::string& path);

// kTooLarge over limits::kConfigBytes or 10000 allow entries; kInvalidConfig with the key in
// `where.field`, the line where there is one, what was found and what is expected. `path` is only
// named in errors.
[[nodiscard]] Result<Policy> parse_policy(std::string_view text, const std::string& path);

}  // namespace ragsieve
