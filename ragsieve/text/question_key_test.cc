#include "ragsieve/text/question_key.h"

#include <gtest/gtest.h>

namespace ragsieve {
namespace {

TEST(QuestionKey, CaseSpacesAndPunctuationFold) {
  EXPECT_EQ(question_key("  How LONG is\tthe   warranty?! "), "how long is the warranty");
  EXPECT_EQ(question_key("how long is the warranty"),
            question_key("How long -- is the warranty..."));
  EXPECT_EQ(question_key("ＷＡＲＲＡＮＴＹ"), "warranty");
  EXPECT_EQ(question_key("STRASSE"), question_key("straße"));
  EXPECT_EQ(question_key("如何退货？"), "如何退货");
}

TEST(QuestionKey, MeaningStays) {
  EXPECT_NE(question_key("10 % off"), question_key("10 off"));
  EXPECT_NE(question_key("is C++ used"), question_key("is C used"));
  EXPECT_NE(question_key("हिंदी"), question_key("हद"));
}

TEST(QuestionKey, NothingIsLeftOfPunctuation) {
  EXPECT_EQ(question_key("?! ..."), "");
  EXPECT_EQ(question_key(""), "");
}

}  // namespace
}  // namespace ragsieve
