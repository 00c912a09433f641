// The numbers of a screened document's signals, for people.
#pragma once

#include <string>
#include <string_view>

#include "ragsieve/core/screen_records.h"

namespace ragsieve {

// What stands beside the score of the signal `name` (as signals_of() names it): "percentile 97.1,
// chunk d1#3", "2 of 18 probes". Printable.
[[nodiscard]] std::string signal_numbers(const ScreenRecord& record, std::string_view name);

// A whole number of millionths as the shortest decimal: "0.71", "1".
[[nodiscard]] std::string decimal(Millionths value);

}  // namespace ragsieve
