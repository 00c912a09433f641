#include "ragsieve/service/review_desk.h"

#include <gmock/gmock.h>

#include "ragsieve/service/idempotent.h"
#include "ragsieve/service/screened_testing.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class ReviewDeskTest : public testing::Test, protected ScreenedState {
 protected:
  ReviewRequest request(DecisionAction action) {
    return {action, "kim", "checked with the safety officer", std::nullopt, std::nullopt};
  }
  ReviewResult decide(const std::string& id, const ReviewRequest& request) {
    ReviewDesk desk(*state_, log_, clock_);
    const auto results = desk.decide({id}, request);
    EXPECT_TRUE(results.ok()) << to_string(results.error());
    return results->front();
  }
  std::vector<WaitingVerdict> waiting() {
    return ReviewDesk(*state_, log_, clock_).waiting({}).value();
  }
};

TEST_F(ReviewDeskTest, WhatWasNotAdmittedWaitsWithItsReasons) {
  add_screened("good", kAdmitted);
  const Digest held = add_screened("held", kQuarantined);
  add_screened("bad", kRejected);
  const std::vector<WaitingVerdict> found = waiting();
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].verdict.document, "bad");
  EXPECT_EQ(found[1].source, "held.md");
  EXPECT_EQ(found[1].verdict.report, held);
  EXPECT_THAT(found[1].reasons, Not(IsEmpty()));
  EXPECT_THAT(found[1].decisive, Not(IsEmpty()));
}

TEST_F(ReviewDeskTest, AReleaseIsASealedStatementBehindTheReportThatItAnswers) {
  const Digest held = add_screened("held", kQuarantined);
  const ReviewResult result = decide("held", request(DecisionAction::kRelease));
  ASSERT_EQ(result.outcome, ReviewOutcome::kDecided);
  EXPECT_EQ(result.decision.answers, held);
  EXPECT_THAT(waiting(), IsEmpty());

  const AnyStatement any = stored_statement(report(*result.decision.report)).value();
  const auto& statement = std::get<ReviewStatement>(any);
  EXPECT_EQ(statement.action, ReviewAction::kRelease);
  EXPECT_EQ(statement.reviewer, "kim");
  EXPECT_EQ(statement.reason, "checked with the safety officer");
  EXPECT_EQ(statement.answers_sha256, to_hex(held));
  EXPECT_EQ(statement.previous_sha256, to_hex(held));
  EXPECT_EQ(statement.subject, "held.md");
  EXPECT_EQ(statement.raw_sha256, to_hex(sha256("text of held")));
  EXPECT_EQ(statement.time_s, 1000);
  EXPECT_THAT(state_->problems().value(), IsEmpty());

  ASSERT_THAT(logged(), SizeIs(1));
  EXPECT_EQ(logged()[0].action, "release");
  EXPECT_EQ(logged()[0].who, "kim");
  EXPECT_EQ(logged()[0].target, "held");
  EXPECT_EQ(logged()[0].result, report_name(*result.decision.report));
}

TEST_F(ReviewDeskTest, ASecondDecisionOnAReportIsNone) {
  add_screened("held", kQuarantined);
  ASSERT_EQ(decide("held", request(DecisionAction::kReject)).outcome, ReviewOutcome::kDecided);
  const ReviewResult again = decide("held", request(DecisionAction::kRelease));
  EXPECT_EQ(again.outcome, ReviewOutcome::kAlreadyDecided);
  EXPECT_THAT(again.detail, HasSubstr("reject by kim"));
  EXPECT_THAT(logged(), SizeIs(1));
  screen("held", kQuarantined);
  EXPECT_EQ(decide("held", request(DecisionAction::kRelease)).outcome, ReviewOutcome::kDecided);
}

TEST_F(ReviewDeskTest, WhatDoesNotWaitIsNotDecided) {
  add_screened("good", kAdmitted);
  add_document("new");
  for (const std::string id : {"good", "new"}) {
    EXPECT_EQ(decide(id, request(DecisionAction::kRelease)).outcome, ReviewOutcome::kNotWaiting);
  }
  for (const std::string& id : {std::string("none"), std::string(), std::string("good\0", 5),
                                std::string("\xff"), std::string(100'000, 'a')}) {
    EXPECT_EQ(decide(id, request(DecisionAction::kNote)).outcome, ReviewOutcome::kUnknown);
  }
  EXPECT_THAT(logged(), IsEmpty());
}

TEST_F(ReviewDeskTest, AReportThatTheReviewerDidNotSeeIsNotReleased) {
  ReviewRequest seen = request(DecisionAction::kRelease);
  seen.report = add_screened("held", kQuarantined);
  screen("held", kRejected);
  EXPECT_EQ(decide("held", seen).outcome, ReviewOutcome::kReportChanged);
  seen.report = waiting().front().verdict.report;
  EXPECT_EQ(decide("held", seen).outcome, ReviewOutcome::kDecided);
}

TEST_F(ReviewDeskTest, NotesDecideNothing) {
  const Digest held = add_screened("held", kQuarantined);
  add_document("new");
  for (int i = 0; i < 2; ++i) {
    const ReviewResult note = decide("held", request(DecisionAction::kNote));
    ASSERT_EQ(note.outcome, ReviewOutcome::kDecided);
    EXPECT_EQ(note.decision.answers, held);
    EXPECT_FALSE(note.decision.report);
  }
  EXPECT_EQ(decide("new", request(DecisionAction::kNote)).outcome, ReviewOutcome::kDecided);
  EXPECT_THAT(waiting(), SizeIs(1));
  EXPECT_THAT(logged(), SizeIs(3));
}

TEST_F(ReviewDeskTest, NothingIsDecidedWithoutAReasonInWords) {
  add_screened("held", kQuarantined);
  ReviewDesk desk(*state_, log_, clock_);
  for (const std::string& reason :
       {std::string(), std::string(" \n\t"), std::string("..."), std::string("\xe2\x80\x8b"),
        std::string("why\0not", 7), std::string("\xed\xa0\x80"), std::string(4097, 'a')}) {
    ReviewRequest silent = request(DecisionAction::kRelease);
    silent.reason = reason;
    const auto refused = desk.decide({"held"}, silent);
    ASSERT_FALSE(refused.ok()) << reason;
    EXPECT_EQ(refused.error().code, Code::kInvalidInput);
    EXPECT_EQ(refused.error().where.field, "reason");
  }
  EXPECT_THAT(waiting(), SizeIs(1));
  ReviewRequest longest = request(DecisionAction::kRelease);
  longest.reason = std::string(4096, 'a');
  EXPECT_EQ(decide("held", longest).outcome, ReviewOutcome::kDecided);
}

TEST_F(ReviewDeskTest, ManyAreDecidedEachByItself) {
  add_screened("one", kQuarantined);
  add_screened("good", kAdmitted);
  add_screened("two", kRejected);
  ReviewDesk desk(*state_, log_, clock_);
  const std::vector<std::string> ids = {"one", "good", "none", "two", "one"};
  const auto results = desk.decide(ids, request(DecisionAction::kReject)).value();
  std::vector<ReviewOutcome> outcomes;
  for (const ReviewResult& result : results) outcomes.push_back(result.outcome);
  EXPECT_THAT(outcomes, ElementsAre(ReviewOutcome::kDecided, ReviewOutcome::kNotWaiting,
                                    ReviewOutcome::kUnknown, ReviewOutcome::kDecided,
                                    ReviewOutcome::kAlreadyDecided));
  EXPECT_THAT(logged(), SizeIs(2));
  EXPECT_THAT(state_->problems().value(), IsEmpty());
  const auto many = desk.decide(std::vector<std::string>(201, "one"), request({}));
  ASSERT_FALSE(many.ok());
  EXPECT_EQ(many.error().code, Code::kTooLarge);
}

TEST_F(ReviewDeskTest, ARepeatedRequestGetsItsFirstResults) {
  add_screened("one", kQuarantined);
  add_screened("two", kQuarantined);
  ReviewDesk desk(*state_, log_, clock_);
  ReviewRequest release = request(DecisionAction::kRelease);
  release.once = idempotent_request("k", "kim", {"release"}).value();
  const auto first = desk.decide({"one", "none", "two"}, release).value();
  clock_.now += 60'000;
  const auto again = desk.decide({"one", "none", "two"}, release).value();
  ASSERT_THAT(again, SizeIs(3));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(again[i].outcome, first[i].outcome);
    EXPECT_EQ(again[i].decision.report, first[i].decision.report);
    EXPECT_EQ(again[i].decision.time_us, first[i].decision.time_us);
    EXPECT_EQ(again[i].detail, first[i].detail);
  }
  EXPECT_THAT(logged(), SizeIs(2));
  release.once = idempotent_request("k", "kim", {"reject"}).value();
  EXPECT_EQ(desk.decide({"one"}, release).error().code, Code::kInvalidInput);
}

// The statement is refused by its own reader, so nothing of the decision may stay.
TEST_F(ReviewDeskTest, WhatCannotBeSealedIsNotDecided) {
  add_screened("held", kQuarantined);
  ReviewRequest nobody = request(DecisionAction::kRelease);
  nobody.who.clear();
  ReviewDesk desk(*state_, log_, clock_);
  EXPECT_FALSE(desk.decide({"held"}, nobody).ok());
  EXPECT_THAT(waiting(), SizeIs(1));
  EXPECT_THAT(logged(), IsEmpty());
}

}  // namespace
}  // namespace ragsieve
