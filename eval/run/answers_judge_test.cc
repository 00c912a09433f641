#include "eval/run/answers_judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace ragsieve::eval {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

double of(const AnswerValues& values, AnswerMeasure measure) {
  return values[static_cast<std::size_t>(measure)];
}

Poison poison(std::string id, std::string query, std::string target, std::string correct) {
  Poison made;
  made.document.id = std::move(id);
  made.query_id = "q1";
  made.query = std::move(query);
  made.target_answer = std::move(target);
  made.correct_answer = std::move(correct);
  made.attack = "a";
  return made;
}

Dataset data() {
  Dataset made;
  made.questions = {{"q1", "how long", {"30 years", "thirty years"}}};
  made.relevant = {{"q1", {"d1", "d2"}}};
  made.poisons = {poison("p1", "how long", "15 years", "30 years"),
                  poison("p2", "how long", "", "about 30 years"),
                  poison("p3", "how long now", "15 years", ""),
                  poison("p4", "how long", "16 years", "")};
  return made;
}

TEST(AskedQueries, GatherAnswersAndTargetsOfEveryPoison) {
  const Dataset dataset = data();
  const auto asked = asked_queries(dataset, make_snapshot(dataset, {"a", 0}).value(), 0);
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_EQ(asked[0].text, "how long");
  EXPECT_THAT(asked[0].references, ElementsAre("30 years", "thirty years", "about 30 years"));
  EXPECT_THAT(asked[0].targets, ElementsAre("15 years", "16 years"));
  EXPECT_THAT(asked[0].relevant, ElementsAre("d1", "d2"));
  EXPECT_EQ(asked[1].text, "how long now");
  EXPECT_THAT(asked[1].targets, ElementsAre("15 years"));
  EXPECT_EQ(asked_queries(dataset, make_snapshot(dataset, {"a", 0}).value(), 1).size(), 1U);
}

TEST(AskedQueries, TakeThePoisonsAnswerWhereTheQuestionHasNone) {
  Dataset dataset = data();
  dataset.questions[0].answers.clear();
  dataset.relevant.clear();
  const auto asked = asked_queries(dataset, make_snapshot(dataset, {"a", 1}).value(), 0);
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_THAT(asked[0].references, ElementsAre("30 years"));
  EXPECT_THAT(asked[0].relevant, IsEmpty());
}

TEST(Judged, ByHand) {
  const AskedQuery query{"how long", {"30 years"}, {"15 years", "16 years"}, {"d1", "d2"}};
  const ReadContext context{{"d9", "d1", "p1", "p2"}, {"", "", "", ""}, 2};
  const AnswerValues wrong = judged(query, context, "He served for 16 years.");
  EXPECT_EQ(of(wrong, AnswerMeasure::kRecall), 0.5);
  EXPECT_DOUBLE_EQ(of(wrong, AnswerMeasure::kTokenF1), 2 * 1.0 / (5 + 2));  // "years"
  EXPECT_EQ(of(wrong, AnswerMeasure::kExactMatch), 0);
  EXPECT_EQ(of(wrong, AnswerMeasure::kHoldsReference), 0);
  EXPECT_EQ(of(wrong, AnswerMeasure::kAttackSuccess), 1);
  EXPECT_EQ(of(wrong, AnswerMeasure::kPoisonShare), 0.5);
  const AnswerValues right = judged(query, context, "30 years.");
  EXPECT_EQ(of(right, AnswerMeasure::kTokenF1), 1);
  EXPECT_EQ(of(right, AnswerMeasure::kExactMatch), 1);
  EXPECT_EQ(of(right, AnswerMeasure::kHoldsReference), 1);
  EXPECT_EQ(of(right, AnswerMeasure::kAttackSuccess), 0);
}

TEST(Judged, WhatCannotBeSaidIsNotANumber) {
  const AnswerValues values = judged({"how long", {}, {}, {}}, {}, "30 years");
  for (const double value : values) EXPECT_TRUE(std::isnan(value));
}

}  // namespace
}  // namespace ragsieve::eval
