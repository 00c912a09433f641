// Everything that a text says to a machine, hidden or spelt in whichever way: the views that the
// injection rules are matched on, and what was hidden. Linear in the text; any thread may call.
#pragma once

#include <string_view>
#include <vector>

#include "ragsieve/text/hidden_characters.h"
#include "ragsieve/text/look_alikes.h"
#include "ragsieve/text/text_view.h"

namespace ragsieve {

struct TextViews {
  // Raw, clean and (where words mix scripts) skeleton cover the whole text, in this order; the
  // others hold a piece each.
  std::vector<TextView> views;
  std::vector<HiddenRun> hidden;
  std::vector<LookAlikeWord> look_alikes;
};

// `text` is valid UTF-8 of at most limits::kDocumentBytes.
[[nodiscard]] TextViews views_of(std::string_view text);

// Whether a view of this kind holds the whole text.
[[nodiscard]] constexpr bool covers_text(ViewKind kind) {
  return kind == ViewKind::kRaw || kind == ViewKind::kClean || kind == ViewKind::kSkeleton;
}

}  // namespace ragsieve
