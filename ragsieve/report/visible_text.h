// Text from outside, made fit to be read: what a reader would not see, and what a terminal would
// act on, becomes <U+200B>. Thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ragsieve {

// Whether a reader does not see this code point or a terminal or editor acts on it: control
// characters (line breaks, tab and ESC too), zero-width, bidirectional, tag and other format
// characters, fillers, variation selectors, line separators, noncharacters.
[[nodiscard]] bool is_hidden(char32_t code_point);

// `text` as one printable line: hidden code points as <U+XXXX>, bytes that are not UTF-8 as
// <0xXX>. A "<" that would spell such a mark is escaped itself, so the result is unambiguous.
[[nodiscard]] std::string visible(std::string_view text);

// The same, cut after `max_code_points` of `text` with an ellipsis.
[[nodiscard]] std::string visible_start(std::string_view text, std::size_t max_code_points);

// JSON as json::dump prints it, with every hidden code point inside its strings as \uXXXX: the
// same value, safe to show on a terminal.
[[nodiscard]] std::string visible_json(std::string_view json);

}  // namespace ragsieve
