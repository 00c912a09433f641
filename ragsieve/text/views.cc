#include "ragsieve/text/views.h"

#include <utility>

#include "ragsieve/text/decode.h"
#include "ragsieve/text/folding.h"
#include "ragsieve/text/spelling.h"

namespace ragsieve {
namespace {

void take(std::vector<TextView>& views, std::vector<TextView> more) {
  for (TextView& view : more) views.push_back(std::move(view));
}

}  // namespace

TextViews views_of(std::string_view text) {
  TextViews all;
  all.views.push_back(TextView::identity(ViewKind::kRaw, text));
  all.views.push_back(folded_view(text));
  all.look_alikes = look_alike_words(text);
  if (auto skeleton = skeleton_view(text, all.look_alikes)) {
    all.views.push_back(std::move(*skeleton));
  }
  take(all.views, despaced_views(text));
  take(all.views, leet_views(text));
  take(all.views, bidi_views(text));
  take(all.views, base64_views(text));
  take(all.views, escaped_views(text));
  all.hidden = hidden_runs(text);
  return all;
}

}  // namespace ragsieve
