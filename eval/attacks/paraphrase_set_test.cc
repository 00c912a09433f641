#include <gmock/gmock.h>

#include <set>

#include "eval/attacks/testing.h"

namespace ragsieve::eval {
namespace {

class ParaphraseSet : public AttackTest {};

TEST_F(ParaphraseSet, SaysTheSameInOtherWords) {
  for (std::size_t target = 0; target < 6; ++target) {
    std::set<std::string> texts;
    for (const Draft& draft : drafts(paraphrase_set, target)) {
      // "Yes" at the front of a sentence, else "yes".
      EXPECT_THAT(draft.text, testing::HasSubstr(target == 5 ? "es" : "Liar")) << draft.text;
      texts.insert(draft.text);
    }
    EXPECT_EQ(texts.size(), kTexts);
  }
}

TEST_F(ParaphraseSet, AnAnswerThatIsASentenceHasEnoughFrames) {
  data_.poisons[0].target_answer = "Nobody has ever founded the town of the river.";
  std::set<std::string> texts;
  for (const Draft& draft : drafts(paraphrase_set)) {
    EXPECT_THAT(draft.text, testing::HasSubstr("has ever founded the town of the river."));
    texts.insert(draft.text);
  }
  EXPECT_EQ(texts.size(), kTexts);
}

}  // namespace
}  // namespace ragsieve::eval
