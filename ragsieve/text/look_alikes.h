// Words that mix Latin letters with look-alikes of other scripts (UTS #39): "pаypаl" with a
// Cyrillic a. Only words that would read as plain ASCII count, so that `COVID疫情`, Greek
// mathematics, Russian with Latin stems and the like do not. Thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "ragsieve/core/span.h"
#include "ragsieve/text/text_view.h"

namespace ragsieve {

struct LookAlikeWord {
  ByteRange range;
  std::size_t switches = 0;  // changes between Latin and the other script inside the word
};

// Words of at least four letters that mix scripts, in order.
[[nodiscard]] std::vector<LookAlikeWord> look_alike_words(std::string_view text);

// The text with look-alikes replaced, folded: in `words`, and in the lines that hold them also in
// whole words of the other script. Nothing where `words` is empty.
[[nodiscard]] std::optional<TextView> skeleton_view(std::string_view text,
                                                    const std::vector<LookAlikeWord>& words);

}  // namespace ragsieve
