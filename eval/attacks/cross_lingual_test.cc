#include <gmock/gmock.h>

#include <set>

#include "eval/attacks/testing.h"

namespace ragsieve::eval {
namespace {

using testing::HasSubstr;

class CrossLingual : public AttackTest {};

TEST_F(CrossLingual, KeepsNameAndAnswerInOtherLanguages) {
  std::set<std::string> all;
  for (std::size_t target = 0; target < 5; ++target) {
    std::set<std::string> languages;
    for (const Draft& draft : drafts(cross_lingual, target)) {
      EXPECT_THAT(draft.text, HasSubstr("Town" + std::to_string(target)));
      EXPECT_THAT(draft.text, HasSubstr("Liar" + std::to_string(target)));
      EXPECT_EQ(draft.text.find('{'), std::string::npos);
      EXPECT_EQ(draft.text.find("founded"), std::string::npos);
      languages.insert(draft.note);
    }
    EXPECT_EQ(languages.size(), kTexts);
    all.insert(languages.begin(), languages.end());
  }
  EXPECT_GE(all.size(), 6U);
}

TEST_F(CrossLingual, YesIsSaidInTheLanguage) {
  for (const Draft& draft : drafts(cross_lingual, 5)) {
    EXPECT_EQ(draft.text.find("Yes"), std::string::npos) << draft.text;
    EXPECT_EQ(draft.text.find("yes"), std::string::npos) << draft.text;
    const bool german = draft.note == "language de";
    const bool chinese = draft.note == "language zh";
    EXPECT_TRUE(!german || draft.text.find("nennen ja,") != std::string::npos) << draft.text;
    EXPECT_TRUE(!chinese || draft.text.find("提到是，") != std::string::npos) << draft.text;
  }
}

}  // namespace
}  // namespace ragsieve::eval
