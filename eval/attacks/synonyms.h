// Words for other words: a small table of English synonyms of our own. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "ragsieve/stats/random.h"

namespace ragsieve::eval {

// `text` with each word that the table holds replaced by its synonym in one of two cases; what
// stands inside an occurrence of `kept` (may be empty) stays. Words in small letters only.
[[nodiscard]] std::string with_synonyms(std::string_view text, std::string_view kept,
                                        Random& random);

}  // namespace ragsieve::eval
