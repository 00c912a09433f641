#include "ragsieve/text/text_view.h"

#include <algorithm>

namespace ragsieve {

std::string_view view_name(ViewKind kind) {
  switch (kind) {
    case ViewKind::kRaw:
      return "raw";
    case ViewKind::kClean:
      return "clean";
    case ViewKind::kSkeleton:
      return "skeleton";
    case ViewKind::kDespaced:
      return "despaced";
    case ViewKind::kLeet:
      return "leet";
    case ViewKind::kBidi:
      return "bidi";
    case ViewKind::kBase64:
      return "base64";
    case ViewKind::kEscaped:
      return "escaped";
  }
  return "raw";
}

TextView TextView::identity(ViewKind kind, std::string_view text) {
  TextView view(kind);
  view.text_ = text;
  return view;
}

void TextView::append(std::string_view piece, ByteRange source) {
  text_ += piece;
  origins_.resize(text_.size(), Origin{static_cast<std::uint32_t>(source.start),
                                       static_cast<std::uint32_t>(source.end)});
}

ByteRange TextView::source_of(ByteRange range) const {
  if (origins_.empty()) return range;
  if (range.start >= range.end || range.end > origins_.size()) return {};
  ByteRange source{origins_[range.start].start, origins_[range.start].end};
  for (std::size_t i = range.start; i < range.end; ++i) {
    source.start = std::min<std::size_t>(source.start, origins_[i].start);
    source.end = std::max<std::size_t>(source.end, origins_[i].end);
  }
  return source;
}

std::size_t TextView::first_from(std::size_t source) const {
  if (origins_.empty()) return std::min(source, text_.size());
  const auto found =
      std::lower_bound(origins_.begin(), origins_.end(), source,
                       [](const Origin& origin, std::size_t at) { return origin.start < at; });
  return static_cast<std::size_t>(found - origins_.begin());
}

TextView TextView::through(const TextView& outer, ViewKind kind) && {
  TextView view(kind);
  view.text_ = std::move(text_);
  view.origins_ = std::move(origins_);
  if (view.origins_.empty()) {
    view.origins_ = outer.origins_;
    return view;
  }
  for (Origin& origin : view.origins_) {
    const ByteRange source = outer.source_of({origin.start, origin.end});
    origin = {static_cast<std::uint32_t>(source.start), static_cast<std::uint32_t>(source.end)};
  }
  return view;
}

}  // namespace ragsieve
