#include "ragsieve/text/canonical_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

std::string canonical(std::string_view bytes) {
  const auto text = canonical_text(bytes);
  EXPECT_TRUE(text.ok());
  return text.ok() ? *text : std::string();
}

TEST(CanonicalText, PlainTextStaysAsItIs) {
  EXPECT_EQ(canonical(""), "");
  EXPECT_EQ(canonical("a\nb\tc \u00e9"), "a\nb\tc \u00e9");
}

TEST(CanonicalText, LineEndsBecomeLineFeeds) {
  EXPECT_EQ(canonical("a\r\nb\rc\n\r\n\rd\r"), "a\nb\nc\n\n\nd\n");
  EXPECT_EQ(canonical("\r\r\n"), "\n\n");
}

TEST(CanonicalText, OneByteOrderMarkAtTheFrontGoes) {
  EXPECT_EQ(canonical("\uFEFFa\uFEFF"), "a\uFEFF");
  EXPECT_EQ(canonical("\uFEFF\uFEFFa"), "\uFEFFa");
  EXPECT_EQ(canonical("\uFEFF"), "");
}

TEST(CanonicalText, ComposesButKeepsCompatibilityCharacters) {
  EXPECT_EQ(canonical("e\u0301"), "\u00e9");
  EXPECT_EQ(canonical("\u1100\u1161\u11a8"), "\uac01");
  EXPECT_EQ(canonical("\u212b"), "\u00c5");  // the Angstrom sign
  EXPECT_EQ(canonical("\ufb01"), "\ufb01");  // the ligature fi
  EXPECT_EQ(canonical("a\u0323\u0307"), canonical("a\u0307\u0323"));
}

TEST(CanonicalText, RepairsEachBadByte) {
  EXPECT_EQ(canonical("a\xFF\xE4\xB8z"), "a\uFFFD\uFFFD\uFFFDz");
  EXPECT_EQ(canonical("\xEF\xBB"), "\uFFFD\uFFFD");
}

TEST(CanonicalText, IsTheSameTheSecondTime) {
  for (const std::string_view text : {"x\r\ne\u0301", "\uFEFFa\r", "\xFF\u0301", "\u0344\u0345"}) {
    const std::string once = canonical(text);
    EXPECT_EQ(canonical(once), once);
  }
}

TEST(CanonicalText, RefusesWhatCannotBeCounted) {
  const std::string huge(std::size_t{512} << 20, 'a');
  const auto text = canonical_text(huge);
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().code, Code::kTooLarge);
  EXPECT_THAT(text.error().message, testing::HasSubstr("512 MiB"));
}

}  // namespace
}  // namespace ragsieve
