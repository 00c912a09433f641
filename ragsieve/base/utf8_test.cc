#include "ragsieve/base/utf8.h"

#include <gtest/gtest.h>

namespace ragsieve {
namespace {

TEST(Utf8, DecodesEveryLength) {
  EXPECT_EQ(decode_utf8("a", 0)->value, U'a');
  EXPECT_EQ(decode_utf8("\xC3\xA9", 0)->value, 0xE9U);
  EXPECT_EQ(decode_utf8("\xE4\xB8\xAD", 0)->value, 0x4E2DU);
  EXPECT_EQ(decode_utf8("\xF0\x9F\x98\x80", 0)->value, 0x1F600U);
  EXPECT_EQ(decode_utf8("\xF0\x9F\x98\x80", 0)->n_bytes, 4U);
}

TEST(Utf8, RefusesIllFormedSequences) {
  EXPECT_FALSE(decode_utf8("", 0));
  EXPECT_FALSE(decode_utf8("\x80", 0));              // continuation first
  EXPECT_FALSE(decode_utf8("\xC0\x80", 0));          // overlong
  EXPECT_FALSE(decode_utf8("\xE0\x80\x80", 0));      // overlong
  EXPECT_FALSE(decode_utf8("\xED\xA0\x80", 0));      // surrogate
  EXPECT_FALSE(decode_utf8("\xF4\x90\x80\x80", 0));  // past U+10FFFF
  EXPECT_FALSE(decode_utf8("\xE4\xB8", 0));          // cut off
}

TEST(Utf8, FirstInvalidOffset) {
  EXPECT_FALSE(first_invalid_utf8("plain \xC3\xA9"));
  EXPECT_EQ(first_invalid_utf8("ab\xFF"), 2U);
}

}  // namespace
}  // namespace ragsieve
