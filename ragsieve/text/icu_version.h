// Which ICU this process runs with: sentence ends, case folding and scripts follow its data, so a
// stored value that depends on them names it in its key. Any thread may call.
#pragma once

#include <string>

namespace ragsieve {

// "icu-72.1/unicode-15.0".
[[nodiscard]] std::string icu_version();

}  // namespace ragsieve
