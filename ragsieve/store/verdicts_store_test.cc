#include "ragsieve/store/verdicts_store.h"

#include <gmock/gmock.h>

#include "ragsieve/store/stores_test_internal.h"

namespace ragsieve {
namespace {

constexpr std::int64_t kDayUs = 86'400'000'000;

class VerdictsSuite : public StoresTest {
 protected:
  std::vector<std::int64_t> sequences(const Result<std::vector<StoredVerdict>>& verdicts) {
    EXPECT_TRUE(verdicts.ok());
    std::vector<std::int64_t> found;
    for (const StoredVerdict& verdict : *verdicts) found.push_back(verdict.sequence);
    return found;
  }
  std::vector<std::int64_t> waiting() {
    VerdictFilter filter;
    filter.waiting = true;
    return sequences(stores().verdicts.list(filter, {}));
  }
};
RAGSIEVE_EVERY_DATABASE(VerdictsSuite);

TEST_P(VerdictsSuite, KeepsEveryField) {
  add_document("a");
  const StoredVerdict stored = add_verdict("a", Verdict::kQuarantine, 1'700'000'000'123'456);
  const auto found = stores().verdicts.of_report(stored.report);
  ASSERT_TRUE(found.ok() && *found);
  EXPECT_EQ((*found)->sequence, stored.sequence);
  EXPECT_EQ((*found)->document, "a");
  EXPECT_FALSE((*found)->job.has_value());
  EXPECT_EQ((*found)->corpus, "handbook");
  EXPECT_EQ((*found)->verdict, Verdict::kQuarantine);
  EXPECT_EQ((*found)->score, 987'654);
  EXPECT_EQ((*found)->p, 12'346);
  EXPECT_EQ((*found)->alpha, 10'000);
  EXPECT_EQ((*found)->mode, "block");
  EXPECT_EQ((*found)->profile, "default");
  EXPECT_EQ((*found)->signals, "{}");
  EXPECT_FALSE((*found)->evidence.has_value());
  EXPECT_EQ(*stores().verdicts.evidence(stored.report), stored.evidence);
  EXPECT_EQ(*stores().verdicts.evidence(Digest()), std::nullopt);
  EXPECT_EQ((*found)->time_us, 1'700'000'000'123'456);
}

TEST_P(VerdictsSuite, StandsOnItsDocumentAndReport) {
  StoredVerdict verdict;
  verdict.document = "nowhere";
  verdict.report = append_report();
  auto refused = stores().verdicts.add(verdict, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kInvalidInput);
  add_document("a");
  verdict.document = "a";
  ASSERT_TRUE(stores().verdicts.add(verdict, {}).ok());
  refused = stores().verdicts.add(verdict, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_TRUE(is_duplicate(refused.error()));
  verdict.report = digest_of(9);
  EXPECT_FALSE(stores().verdicts.add(verdict, {}).ok());
}

TEST_P(VerdictsSuite, LatestAndHistoryAreOfOneDocument) {
  for (const char* id : {"a", "b"}) add_document(id);
  const auto first = add_verdict("a", Verdict::kQuarantine, 1);
  const auto second = add_verdict("a", Verdict::kAdmit, 2);
  add_verdict("b", Verdict::kReject, 3);
  EXPECT_EQ((*stores().verdicts.latest("a"))->sequence, second.sequence);
  EXPECT_THAT(sequences(stores().verdicts.history("a", {})),
              testing::ElementsAre(second.sequence, first.sequence));
  EXPECT_FALSE(stores().verdicts.latest("nowhere")->has_value());
}

TEST_P(VerdictsSuite, ListsByVerdictAndTimeInPages) {
  add_document("a");
  std::vector<std::int64_t> all;
  for (int i = 0; i < 6; ++i) {
    const Verdict verdict = i % 2 == 0 ? Verdict::kReject : Verdict::kAdmit;
    all.push_back(add_verdict("a", verdict, 10 * i).sequence);
  }
  VerdictFilter filter;
  filter.verdicts = {Verdict::kReject, Verdict::kIncomplete};
  Page page;
  page.limit = 2;
  EXPECT_THAT(sequences(stores().verdicts.list(filter, page)),
              testing::ElementsAre(all[4], all[2]));
  page.before = all[2];
  EXPECT_THAT(sequences(stores().verdicts.list(filter, page)), testing::ElementsAre(all[0]));
  filter = {};
  filter.from_us = 20;
  filter.until_us = 40;
  EXPECT_THAT(sequences(stores().verdicts.list(filter, {})), testing::ElementsAre(all[3], all[2]));
}

TEST_P(VerdictsSuite, WaitingAreTheLatestThatNobodyDecidedOn) {
  for (const char* id : {"a", "b", "c"}) add_document(id);
  add_verdict("a", Verdict::kQuarantine);
  const auto again = add_verdict("a", Verdict::kReject);
  add_verdict("b", Verdict::kAdmit);
  const auto incomplete = add_verdict("c", Verdict::kIncomplete);
  EXPECT_THAT(waiting(), testing::ElementsAre(incomplete.sequence, again.sequence));
  EXPECT_EQ(*stores().verdicts.count_waiting(), 2);
  StoredDecision decision;
  decision.document = "a";
  decision.answers = again.report;
  ASSERT_TRUE(stores().decisions.add(decision).ok());  // a note decides nothing
  EXPECT_EQ(*stores().verdicts.count_waiting(), 2);
  decision.action = DecisionAction::kRelease;
  decision.report = append_report();
  ASSERT_TRUE(stores().decisions.add(decision).ok());
  EXPECT_THAT(waiting(), testing::ElementsAre(incomplete.sequence));
  const auto later = add_verdict("a", Verdict::kQuarantine);  // waits anew
  EXPECT_THAT(waiting(), testing::ElementsAre(later.sequence, incomplete.sequence));
}

TEST_P(VerdictsSuite, CountsByDay) {
  add_document("a");
  add_verdict("a", Verdict::kAdmit, 20'000 * kDayUs);
  add_verdict("a", Verdict::kAdmit, 20'001 * kDayUs - 1);
  add_verdict("a", Verdict::kReject, 20'000 * kDayUs + 5);
  add_verdict("a", Verdict::kAdmit, 20'001 * kDayUs);
  add_verdict("a", Verdict::kAdmit, 20'009 * kDayUs);
  const auto counts = stores().verdicts.counts_by_day(20'000 * kDayUs, 20'009 * kDayUs);
  ASSERT_TRUE(counts.ok()) << to_string(counts.error());
  EXPECT_THAT(*counts, testing::ElementsAre(VerdictCount{20'000, Verdict::kAdmit, 2},
                                            VerdictCount{20'000, Verdict::kReject, 1},
                                            VerdictCount{20'001, Verdict::kAdmit, 1}));
}

TEST_P(VerdictsSuite, TotalsGrowByWhatCameBehindThem) {
  VerdictTotals totals;
  ASSERT_TRUE(stores().verdicts.add_to(totals).ok());
  EXPECT_THAT(totals.n, testing::Each(0));
  add_document("a");
  add_verdict("a", Verdict::kAdmit);
  add_verdict("a", Verdict::kReject);
  ASSERT_TRUE(stores().verdicts.add_to(totals).ok());
  EXPECT_THAT(totals.n, testing::ElementsAre(1, 0, 1, 0));
  const StoredVerdict last = add_verdict("a", Verdict::kAdmit);
  add_verdict("a", Verdict::kIncomplete);
  ASSERT_TRUE(stores().verdicts.add_to(totals).ok());
  EXPECT_THAT(totals.n, testing::ElementsAre(2, 0, 1, 1));
  EXPECT_EQ(totals.sequence, last.sequence + 1);
  ASSERT_TRUE(stores().verdicts.add_to(totals).ok());
  EXPECT_THAT(totals.n, testing::ElementsAre(2, 0, 1, 1));
}

TEST_P(VerdictsSuite, HistogramCountsWhatRan) {
  add_document("a");
  StoredVerdict verdict;
  verdict.document = "a";
  for (const Millionths score : {0, 9'999, 10'000, 999'999, 1'000'000}) {
    verdict.report = append_report();
    verdict.time_us = 5;
    ASSERT_TRUE(
        stores().verdicts.add(verdict, {{"injection", SignalStatus::kRan, "", score, {}}}).ok());
  }
  add_verdict("a", Verdict::kAdmit, 5);  // its anomaly timed out
  const auto counts = stores().verdicts.histogram("injection", 0, 6);
  ASSERT_TRUE(counts.ok()) << to_string(counts.error());
  std::vector<std::int64_t> expected(100);
  expected[0] = 2;
  expected[1] = 1;
  expected[98] = 1;  // of add_verdict()
  expected[99] = 2;
  EXPECT_EQ(*counts, expected);
  EXPECT_THAT(*stores().verdicts.histogram("anomaly", 0, 6), testing::Each(0));
  EXPECT_THAT(*stores().verdicts.histogram("injection", 6, 9), testing::Each(0));
}

}  // namespace
}  // namespace ragsieve
