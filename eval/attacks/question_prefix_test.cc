#include <gmock/gmock.h>

#include <set>

#include "eval/attacks/testing.h"

namespace ragsieve::eval {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class QuestionPrefix : public AttackTest {};

TEST_F(QuestionPrefix, IsTheQuestionThenATextThatStatesTheAnswer) {
  std::set<std::string> texts;
  for (const Draft& draft : drafts(question_prefix, 2)) {
    EXPECT_THAT(draft.text, StartsWith("Who founded Town2 in the valley of the river? "));
    EXPECT_THAT(draft.text, HasSubstr("Liar2 founded Town2"));
    EXPECT_EQ(draft.query, "Who founded Town2 in the valley of the river?");
    texts.insert(draft.text);
  }
  EXPECT_EQ(texts.size(), kTexts);
}

TEST_F(QuestionPrefix, FollowsTheSeed) {
  EXPECT_EQ(drafts(question_prefix)[0].text, drafts(question_prefix)[0].text);
  std::set<std::string> texts;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    texts.insert(drafts(question_prefix, 0, seed)[0].text);
  }
  EXPECT_GT(texts.size(), 1U);
}

}  // namespace
}  // namespace ragsieve::eval
