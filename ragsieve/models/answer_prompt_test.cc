#include "ragsieve/models/answer_prompt.h"

#include <gtest/gtest.h>

#include <array>

namespace ragsieve {
namespace {

TEST(AnswerPrompt, PromptsOfEqualFirstPassagesShareTheirBeginning) {
  const std::array<std::string_view, 2> clean{"One fact.", "Another."};
  const std::array<std::string_view, 2> with{"One fact.", "A poison."};
  const AnswerPrompt a = answer_prompt("Why?", clean);
  const AnswerPrompt b = answer_prompt("Why?", with);
  EXPECT_EQ(a.user, "Passage:\nOne fact.\n\nPassage:\nAnother.\n\nQuestion: Why?");
  EXPECT_EQ(a.system, b.system);
  EXPECT_EQ(a.user.substr(0, 30), b.user.substr(0, 30));
}

TEST(AnswerPrompt, WithoutPassagesOnlyTheQuestionIsLeft) {
  EXPECT_EQ(answer_prompt("Why?", {}).user, "Question: Why?");
}

}  // namespace
}  // namespace ragsieve
