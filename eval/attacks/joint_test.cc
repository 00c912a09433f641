#include <gmock/gmock.h>

#include "eval/attacks/testing.h"
#include "eval/measures/answers.h"

namespace ragsieve::eval {
namespace {

class Joint : public AttackTest {
 protected:
  void SetUp() override {
    add_rare_words(data_);
    open();
  }
};

TEST_F(Joint, TheReaderGivesTheTargetAndTheTextIsFluent) {
  for (std::size_t target = 0; target < 3; ++target) {
    const std::vector<Draft> made = drafts(joint, target);
    ASSERT_EQ(made.size(), 1U);
    const Scene same = scene(target);
    std::vector<std::string_view> passages{made[0].text};
    for (std::size_t i = 0; i < 4; ++i) passages.push_back(same.benign[i]->indexed_text);
    const auto answer = material_->read(same.target.query, passages, {});
    ASSERT_TRUE(answer.ok());
    EXPECT_EQ(answer->passage, 0U);
    EXPECT_TRUE(attack_succeeds(answer->text, same.target.target_answer,
                                std::vector{same.target.correct_answer}))
        << answer->text;
    const auto fluency = material_->fluency({});
    ASSERT_TRUE(fluency.ok());
    EXPECT_LE((*fluency)->bits(made[0].text), (*fluency)->limit_bits());
  }
}

TEST_F(Joint, ATextThatIsNotFluentIsNone) {
  data_ = towns();
  open();
  EXPECT_TRUE(drafts(joint, 0).empty());  // the corpus knows none of our words
}

TEST_F(Joint, NoTextMeansNoPoison) {
  // The reader's passage beside the text repeats the question's words: nothing comes nearer.
  for (Document& document : data_.clean.documents) {
    set_fields(document, "", "Who founded Town0 in the valley of the river in 1810.");
  }
  open();
  EXPECT_TRUE(drafts(joint, 0).empty());
}

TEST_F(Joint, FollowsTheSeed) {
  EXPECT_EQ(drafts(joint)[0].text, drafts(joint)[0].text);
  EXPECT_THAT(drafts(joint)[0].note, testing::HasSubstr("bits a word (limit "));
}

}  // namespace
}  // namespace ragsieve::eval
