// Characters that a reader does not see and that change what a machine reads: a finding of their
// own. Emoji sequences and flags, ZWNJ and ZWJ of Persian and the Indic scripts, direction marks of
// Arabic and Hebrew, soft hyphens, a leading BOM and line-breaking zero-width spaces of Thai or
// long identifiers are none, nor is one zero-width character again and again, as layouts have it.
// Thread-safe.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "ragsieve/core/span.h"

namespace ragsieve {

enum class HiddenKind {
  kTags,       // tag characters outside of a flag
  kOverride,   // a right-to-left override around Latin letters
  kZeroWidth,  // zero-width characters between letters of scripts that do not need them
  kCoded,      // so many invisible characters in a row that they spell something
};

[[nodiscard]] std::string_view hidden_name(HiddenKind kind);  // "tags", "override", ...

struct HiddenRun {
  HiddenKind kind = HiddenKind::kTags;
  ByteRange range;        // of the run; of zero-width characters: of the line's first to last one
  std::size_t count = 0;  // hidden characters; of an override: letters inside it
};

// `text` is valid UTF-8. In order of their starts within each kind.
[[nodiscard]] std::vector<HiddenRun> hidden_runs(std::string_view text);

// Where right-to-left overrides reach: from behind the control to its end, the line's, or the
// text's.
[[nodiscard]] std::vector<ByteRange> override_ranges(std::string_view text);

}  // namespace ragsieve
