// How often something is done: "15m", "1h", "7d". Pure, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace ragsieve {

// Seconds, of a number without a leading zero and m, h or d; nothing for anything else, and for
// less than a minute or more than 31 days.
[[nodiscard]] std::optional<std::int64_t> seconds_of_interval(std::string_view text);

}  // namespace ragsieve
