// Text inside of text: runs of base64, of percent and backslash escapes and of HTML entities,
// decoded once, and what right-to-left overrides show. Decoded bytes that are not readable UTF-8
// are no text and are left out. Views are folded. Thread-safe.
#pragma once

#include <string_view>
#include <vector>

#include "ragsieve/text/text_view.h"

namespace ragsieve {

// Runs of at least 16 characters of either base64 alphabet, lines of at least 40 joined.
[[nodiscard]] std::vector<TextView> base64_views(std::string_view text);

// Runs without white space that hold at least six escapes (%69 \x69 \u0069 &#105; &#x69;).
[[nodiscard]] std::vector<TextView> escaped_views(std::string_view text);

[[nodiscard]] std::vector<TextView> bidi_views(std::string_view text);

}  // namespace ragsieve
