#include "ragsieve/text/text_view.h"

#include <gtest/gtest.h>

namespace ragsieve {
namespace {

TEST(TextView, IdentityMapsToItself) {
  const TextView view = TextView::identity(ViewKind::kRaw, "abc");
  EXPECT_EQ(view.source_of({1, 2}), (ByteRange{1, 2}));
  EXPECT_EQ(view.first_from(2), 2U);
  EXPECT_EQ(view.first_from(9), 3U);
}

TEST(TextView, EachByteRemembersItsSource) {
  TextView view(ViewKind::kClean);
  view.append("ss", {0, 2});
  view.append("a", {2, 3});
  view.append("b", {6, 7});
  EXPECT_EQ(view.text(), "ssab");
  EXPECT_EQ(view.source_of({1, 2}), (ByteRange{0, 2}));
  EXPECT_EQ(view.source_of({1, 3}), (ByteRange{0, 3}));
  EXPECT_EQ(view.source_of({2, 4}), (ByteRange{2, 7}));
  EXPECT_EQ(view.first_from(3), 3U);
  EXPECT_EQ(view.first_from(7), 4U);
}

TEST(TextView, RangesOutsideAreEmpty) {
  TextView view(ViewKind::kClean);
  view.append("a", {5, 6});
  EXPECT_EQ(view.source_of({1, 1}), (ByteRange{0, 0}));
  EXPECT_EQ(view.source_of({0, 9}), (ByteRange{0, 0}));
}

TEST(TextView, ViewsOfViewsKeepTheFirstSource) {
  TextView decoded(ViewKind::kBase64);
  decoded.append("HI", {10, 14});
  TextView lower(ViewKind::kClean);
  lower.append("h", {0, 1});
  lower.append("i", {1, 2});
  const TextView both = std::move(lower).through(decoded, ViewKind::kBase64);
  EXPECT_EQ(both.kind(), ViewKind::kBase64);
  EXPECT_EQ(both.source_of({0, 2}), (ByteRange{10, 14}));
}

TEST(TextView, NamesAreStable) {
  EXPECT_EQ(view_name(ViewKind::kClean), "clean");
  EXPECT_EQ(view_name(ViewKind::kEscaped), "escaped");
}

}  // namespace
}  // namespace ragsieve
