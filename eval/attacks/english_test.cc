#include "eval/attacks/english.h"

#include <gtest/gtest.h>

namespace ragsieve::eval {
namespace {

TEST(English, SplitsAndStrips) {
  EXPECT_EQ(glued(split_words("  a  b c ")), "a b c");
  EXPECT_EQ(stripped(" a ?? ", " ?"), "a");
  EXPECT_EQ(stripped(" ? ", " ?"), "");
  EXPECT_EQ(stripped("", " "), "");
  EXPECT_EQ(capitalised("élan"), "élan");
  EXPECT_TRUE(is_question_word("WHO"));
  EXPECT_FALSE(is_auxiliary("isthmus"));
}

}  // namespace
}  // namespace ragsieve::eval
