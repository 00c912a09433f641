#include "ragsieve/store/decisions_store.h"

#include <gmock/gmock.h>

#include "ragsieve/store/stores_test_internal.h"

namespace ragsieve {
namespace {

class DecisionsSuite : public StoresTest {
 protected:
  void SetUp() override {
    StoresTest::SetUp();
    add_document("a");
    verdict_ = add_verdict("a", Verdict::kQuarantine);
  }
  StoredDecision release() {
    StoredDecision decision;
    decision.document = "a";
    decision.action = DecisionAction::kRelease;
    decision.who = "reviewer";
    decision.reason = "a known source";
    decision.answers = verdict_.report;
    decision.report = append_report();
    decision.time_us = 5;
    return decision;
  }
  StoredVerdict verdict_;
};
RAGSIEVE_EVERY_DATABASE(DecisionsSuite);

TEST_P(DecisionsSuite, KeepsEveryField) {
  const StoredDecision stored = release();
  ASSERT_TRUE(stores().decisions.add(stored).ok());
  const auto found = stores().decisions.on_report(verdict_.report);
  ASSERT_TRUE(found.ok() && *found);
  EXPECT_EQ((*found)->document, "a");
  EXPECT_EQ((*found)->action, DecisionAction::kRelease);
  EXPECT_EQ((*found)->who, "reviewer");
  EXPECT_EQ((*found)->reason, "a known source");
  EXPECT_EQ((*found)->answers, stored.answers);
  EXPECT_EQ((*found)->report, stored.report);
  EXPECT_EQ((*found)->time_us, 5);
}

TEST_P(DecisionsSuite, ReportIsDecidedOnOnce) {
  ASSERT_TRUE(stores().decisions.add(release()).ok());
  StoredDecision second = release();
  second.action = DecisionAction::kReject;
  const auto refused = stores().decisions.add(second);
  ASSERT_FALSE(refused.ok());
  EXPECT_TRUE(is_duplicate(refused.error()));
}

TEST_P(DecisionsSuite, NotesAreManyAndNeedNoReport) {
  StoredDecision note;
  note.document = "a";
  note.reason = "asked the author";
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(stores().decisions.add(note).ok());
  note.answers = verdict_.report;
  ASSERT_TRUE(stores().decisions.add(note).ok());
  EXPECT_EQ(stores().decisions.of_document("a", {})->size(), 3U);
  EXPECT_FALSE(stores().decisions.on_report(verdict_.report)->has_value());
}

TEST_P(DecisionsSuite, NothingIsReleasedWithoutAReport) {
  StoredDecision decision = release();
  decision.report.reset();
  const auto refused = stores().decisions.add(decision);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kInvalidInput);
  EXPECT_FALSE(is_duplicate(refused.error()));
}

}  // namespace
}  // namespace ragsieve
