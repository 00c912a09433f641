// A secret that the configuration gives, or names the file of. Thread-safe.
#pragma once

#include <string>

#include "ragsieve/base/result.h"

namespace ragsieve {

// `value`, or, where that is empty, the one line of the file `path`; "" where both are. kIo,
// kNotFound; kInvalidConfig naming the file where it is empty.
[[nodiscard]] Result<std::string> secret_of(const std::string& value, const std::string& path);

}  // namespace ragsieve
