#include "ragsieve/connect/id.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/base/limits.h"

namespace ragsieve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Id, PlainNamesAreFine) {
  for (const char* id : {"d1", "docs/a b.md#3", " d", "文档-1", "مستند", "a\xC2\xA0"}) {
    EXPECT_TRUE(check_id(id).ok()) << id;
  }
}

TEST(Id, LengthLimit) {
  EXPECT_TRUE(check_id(std::string(limits::kIdBytes, 'x')).ok());
  const Status status = check_id(std::string(limits::kIdBytes + 1, 'x'));
  EXPECT_EQ(status.error().code, Code::kTooLarge);
  EXPECT_THAT(status.error().message, HasSubstr("has 1025 bytes, at most 1024"));
}

TEST(Id, BlankIsRefused) {
  EXPECT_EQ(check_id("").error().code, Code::kInvalidInput);
  EXPECT_THAT(check_id("  ").error().message, HasSubstr("is empty"));
}

TEST(Id, WhatSteersATerminalIsRefusedAndNamed) {
  EXPECT_THAT(check_id("a\x1b[2J").error().message, HasSubstr("U+001B at byte 1"));
  EXPECT_THAT(check_id("a\nb").error().message, HasSubstr("U+000A"));
  EXPECT_THAT(check_id(std::string_view("a\0b", 3)).error().message, HasSubstr("U+0000"));
  EXPECT_THAT(check_id("a\x7f").error().message, HasSubstr("U+007F"));
  EXPECT_THAT(check_id("\xC2\x85").error().message, HasSubstr("U+0085"));
  EXPECT_THAT(check_id("\xE2\x80\xAE").error().message, HasSubstr("U+202E"));
  EXPECT_THAT(check_id("\xE2\x81\xA6").error().message, HasSubstr("U+2066"));
  EXPECT_THAT(check_id("\xEF\xBB\xBFx").error().message, HasSubstr("U+FEFF"));
  EXPECT_EQ(check_id("a\x1b").error().code, Code::kInvalidInput);
}

TEST(Id, InvalidUtf8IsRefused) {
  EXPECT_THAT(check_id("ab\xFF").error().message, HasSubstr("not valid UTF-8 at byte 2"));
}

TEST(Id, PrintableShowsBytesThatAreNot) {
  EXPECT_EQ(printable("docs/文.md"), "docs/文.md");
  EXPECT_EQ(printable("a\nb\xFF\x1b"), "a\\x0Ab\\xFF\\x1B");
  EXPECT_EQ(printable("\xE2\x80\xAE"), "\\xE2\\x80\\xAE");
  EXPECT_EQ(printable("abcdef", 3), "abc...");
  EXPECT_EQ(printable("ab文", 3), "ab...");
  EXPECT_EQ(printable("abc", 3), "abc");
}

}  // namespace
}  // namespace ragsieve
