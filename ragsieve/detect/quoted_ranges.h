// Where a text quotes: between quotation marks of any language, in code (fences, back ticks,
// indented blocks, <code>, <pre>), in block quotes and in the rows of tables. What stands there
// may be somebody else's words. Thread-safe.
#pragma once

#include <string_view>
#include <vector>

#include "ragsieve/core/span.h"

namespace ragsieve {

// In order of their starts; they may lie inside of each other. A quotation ends at the latest
// with its paragraph and after 2,000 bytes; a fence that is not closed reaches to the end.
[[nodiscard]] std::vector<ByteRange> quoted_ranges(std::string_view text);

}  // namespace ragsieve
