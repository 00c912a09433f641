// Spellings that people read and pattern filters do not: letters set apart ("i g n o r e"), digits
// in the place of letters ("1gn0r3"). Each view holds only the lines that show such a spelling,
// folded. Thread-safe.
#pragma once

#include <string_view>
#include <vector>

#include "ragsieve/text/text_view.h"

namespace ragsieve {

// Runs of at least eight single letters joined; wider gaps and other separators become a space.
[[nodiscard]] std::vector<TextView> despaced_views(std::string_view text);

// Lines with at least three words that mix letters with digits standing for letters; where a `1`
// is among them also read as `l`.
[[nodiscard]] std::vector<TextView> leet_views(std::string_view text);

}  // namespace ragsieve
