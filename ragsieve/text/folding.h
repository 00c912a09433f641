// The folding that rules are matched on: tag characters decoded, compatibility forms and case
// folded (NFKC_Casefold, which also removes zero-width characters, bidi controls and soft hyphens),
// then accents of Latin, Greek and Cyrillic letters, Arabic vowel signs and the tatweel removed,
// small capitals and dotless i made plain, punctuation and symbols of every script turned into the
// ASCII ones of the same use. Lossy on purpose: a pattern is folded the same way.
// Thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "ragsieve/core/span.h"
#include "ragsieve/text/text_view.h"

namespace ragsieve {

// `text` is valid UTF-8 below 1 GiB. Line ends stay. Without ICU's data: the text itself.
[[nodiscard]] TextView folded_view(std::string_view text);

[[nodiscard]] std::string folded(std::string_view text);

// The first code point that NFKC changes; nothing where the text is in that form already.
[[nodiscard]] std::optional<ByteRange> compatibility_difference(std::string_view text);

// Length in bytes of the subdivision flag (black flag, up to six tag letters, end tag) at `at`;
// 0 where there is none. Its tags are no hidden text.
[[nodiscard]] std::size_t subdivision_flag_bytes(std::string_view text, std::size_t at);

}  // namespace ragsieve
