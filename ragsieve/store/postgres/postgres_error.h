// What an SQLSTATE means for the stores.
#pragma once

#include <string>
#include <string_view>

#include "ragsieve/base/error.h"

namespace ragsieve {

// `message`: the primary message of the server, without details (they show values); left out where
// it may show one itself.
[[nodiscard]] Error postgres_error(std::string_view sqlstate, std::string_view message);

}  // namespace ragsieve
