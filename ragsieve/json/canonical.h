// The canonical form of RFC 8785 for what is hashed and signed: members sorted by UTF-16 code
// units, no white space, one spelling a value. Integers, strings, booleans, null, arrays and
// objects only; a floating-point number is refused, because its spelling is a matter of taste.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/json/value.h"

namespace ragsieve::json {

// Readers of RFC 8785 hold numbers as f64: beyond this they would not read what was signed.
inline constexpr std::int64_t kLargestInteger = (std::int64_t{1} << 53) - 1;

// kInvalidInput, with the member in where.field ("predicate.signals[2].score"), for a
// floating-point number, an integer beyond +-kLargestInteger, a member that occurs twice and a
// string that is not UTF-8.
[[nodiscard]] Result<std::string> canonical_form(const Value& value);

// Reads a text whose bytes must be the canonical form of its value: then the bytes have one
// meaning for every reader. kInvalidInput (kTooLarge where it is nested too deeply), as above and
// where the bytes differ from the canonical form.
[[nodiscard]] Result<Value> parse_canonical(std::string_view text);

// Reads JSON of any spelling, but refuses what canonical_form() refuses.
[[nodiscard]] Result<Value> parse_strict(std::string_view text);

}  // namespace ragsieve::json
