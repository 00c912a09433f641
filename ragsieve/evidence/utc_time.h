// Points in time as they stand in evidence: RFC 3339, UTC, whole seconds ("2024-05-01T12:00:00Z").
// Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ragsieve {

// Seconds since 1970-01-01T00:00:00Z; cut to the years 1970 to 9999.
[[nodiscard]] std::string format_utc(std::int64_t seconds);

// Nothing for any other form (fractions, offsets, lower case), a day that is none, a leap second,
// and years before 1970.
[[nodiscard]] std::optional<std::int64_t> parse_utc(std::string_view text);

}  // namespace ragsieve
