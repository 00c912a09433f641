// Names of months and weekdays in several languages, folded. Pure; any thread may call.
#pragma once

#include <string_view>

namespace ragsieve {

[[nodiscard]] int month_of(std::string_view folded_word);    // 1..12, 0: no month
[[nodiscard]] int weekday_of(std::string_view folded_word);  // 1 (Monday)..7, 0: no weekday

}  // namespace ragsieve
