// Numbers and counts as the reasons say them. Inside `gate`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ragsieve/core/signal.h"

namespace ragsieve {

// Two digits, cut: 0.6499 is "0.64".
[[nodiscard]] std::string two_digits(Millionths value);

// As many digits as it has, six at most: "0.0004", "1".
[[nodiscard]] std::string all_digits(Millionths value);

// "1st", "22nd", "13th"
[[nodiscard]] std::string ordinal(std::size_t number);

// "1 answer", "3 answers"
[[nodiscard]] std::string counted(std::size_t n, const std::string& noun);

// The opening of a text in quotation marks, on one line, 80 code points at most; a text is cut
// between code points.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace ragsieve
