#include "eval/attacks/target.h"

#include <gtest/gtest.h>

namespace ragsieve::eval {
namespace {

Poison poison(const std::string& target, const std::string& query, const std::string& answer) {
  Poison made;
  made.query_id = target;
  made.query = query;
  made.target_answer = answer;
  made.correct_answer = "right";
  made.attack = "black";
  return made;
}

TEST(AttackTargets, AreOneAQuestionByCodePoint) {
  Dataset data;
  data.questions = {{"q2", "who?", {}}, {"q10", "what?", {}}};
  data.poisons = {poison("q2", "who?", "Ann"), poison("q2", "who?", "Ann"),
                  poison("q10", "what?", "a stone")};
  const auto targets = attack_targets(data);
  ASSERT_EQ(targets.size(), 2U);
  EXPECT_EQ(targets[0].query_id, "q10");
  EXPECT_EQ(targets[1].query_id, "q2");
  EXPECT_EQ(targets[1].target_answer, "Ann");
  EXPECT_EQ(targets[1].correct_answer, "right");
}

TEST(AttackTargets, PreferThePlainQuestionThenShortAnswersThenCodePoints) {
  Dataset data;
  data.questions = {{"q", "who?", {}}};
  data.poisons = {poison("q", "who? iphone", "no"), poison("q", "who?", "the longer one"),
                  poison("q", "who?", "Bob"), poison("q", "who?", "Ann")};
  const auto targets = attack_targets(data);
  ASSERT_EQ(targets.size(), 1U);
  EXPECT_EQ(targets[0].query, "who?");
  EXPECT_EQ(targets[0].target_answer, "Ann");
}

TEST(AttackTargets, NeedAnAnswerAndAPoisonOfTheDatasetItself) {
  Dataset data;
  data.questions = {{"q1", "who?", {}}, {"q2", "what?", {}}};
  data.poisons = {poison("q1", "who?", ""), poison("q2", "what?", "x")};
  data.poisons[1].attack = "made";
  data.beside["made"] = Digest{};
  EXPECT_TRUE(attack_targets(data).empty());
}

}  // namespace
}  // namespace ragsieve::eval
