// A text derived from another one (folded, decoded, reversed ...) that remembers for each of its
// bytes which bytes of the source it came from, so that what is found in it can be shown in the
// document as given. Values; any thread may read one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/core/span.h"

namespace ragsieve {

enum class ViewKind {
  kRaw,       // the text itself
  kClean,     // folded: see folding.h
  kSkeleton,  // look-alike letters of other scripts replaced, then folded
  kDespaced,  // "i g n o r e" joined
  kLeet,      // "1gn0r3" spelt out
  kBidi,      // what a right-to-left override shows
  kBase64,    // a run of base64, decoded once
  kEscaped,   // %69, \x69, \u0069, &#105; decoded once
};

[[nodiscard]] std::string_view view_name(ViewKind kind);  // "raw", "clean", ...

class TextView {
 public:
  TextView() = default;
  explicit TextView(ViewKind kind) : kind_(kind) {}
  // The text itself; the map is the identity.
  [[nodiscard]] static TextView identity(ViewKind kind, std::string_view text);

  [[nodiscard]] ViewKind kind() const { return kind_; }
  [[nodiscard]] const std::string& text() const { return text_; }

  // Every byte of `piece` comes from all of `source`; sources are below 4 GiB.
  void append(std::string_view piece, ByteRange source);

  // The smallest source range that covers [range.start, range.end); `range` lies in text().
  [[nodiscard]] ByteRange source_of(ByteRange range) const;

  // Bytes of text() whose source starts at or behind `source`, for views that keep the order.
  [[nodiscard]] std::size_t first_from(std::size_t source) const;

  // This view's text, of `outer`'s source where this view was made from outer.text().
  [[nodiscard]] TextView through(const TextView& outer, ViewKind kind) &&;

 private:
  struct Origin {
    std::uint32_t start = 0;
    std::uint32_t end = 0;
  };
  ViewKind kind_ = ViewKind::kRaw;
  std::string text_;
  std::vector<Origin> origins_;  // one a byte; empty for an identity
};

}  // namespace ragsieve
