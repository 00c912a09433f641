// The connection string of a PostgreSQL server, in either of libpq's forms. It may hold a password:
// no message ever shows a part of it that could be one.
#pragma once

#include <string>

#include "ragsieve/base/result.h"

namespace ragsieve {

// kInvalidConfig where libpq could not read the string, or reads one whose password cuts it apart.
[[nodiscard]] Status check_connection_string(const std::string& connection);

// A message of libpq or the server in one line, with every secret of the string replaced.
[[nodiscard]] std::string without_secrets(std::string message, const std::string& connection);

}  // namespace ragsieve
