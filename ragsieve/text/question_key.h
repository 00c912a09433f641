// What two spellings of one question share: letter case, compatibility forms, white space and
// punctuation folded. Used to find repeats in a log or a probe file. Any thread may call.
#pragma once

#include <string>
#include <string_view>

namespace ragsieve {

// Letters and digits of `text` (valid UTF-8) in NFKC case folding, other runs as one space; empty
// where it has neither. Symbols that carry meaning ("+", "#", "%", currency signs) are kept.
[[nodiscard]] std::string question_key(std::string_view text);

}  // namespace ragsieve
