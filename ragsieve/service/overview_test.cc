#include "ragsieve/service/overview.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "ragsieve/service/screened_testing.h"
#include "ragsieve/stats/random.h"

namespace ragsieve {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::int64_t kMonday = 20'423 - (20'423 + 3) % 7;  // in December 2025

class OverviewTest : public testing::Test, protected ScreenedState {
 protected:
  OverviewTest() { clock_.now = kMonday * kDayMs; }

  // Verdicts of that many documents, whose anomaly scores lie around `middle`.
  void add_scores(int n, double middle) {
    keep([&](Stores& stores) -> Status {
      for (int i = 0; i < n; ++i) {
        const double score = middle + 0.3 * (random_.uniform() + random_.uniform() - 1);
        RAGSIEVE_CHECK(add_verdict(stores, to_millionths(std::clamp(score, 0.0, 1.0))));
      }
      return ok_status();
    });
  }

  Overview overview_{*state_, clock_};

 private:
  Status add_verdict(Stores& stores, Millionths score) {
    const std::string id = std::to_string(++n_documents_);
    StoredDocument document;
    document.id = id;
    RAGSIEVE_CHECK(stores.documents.add(document));
    RAGSIEVE_TRY(const ReportHead head, stores.reports.head());
    StoredVerdict verdict;
    verdict.document = id;
    verdict.verdict = Verdict::kAdmit;
    verdict.report = sha256(id);
    verdict.time_us = now_us();
    RAGSIEVE_CHECK(stores.reports.append({0, verdict.report, head.digest, "{}", 1}));
    RAGSIEVE_CHECK(stores.verdicts.add(verdict, {{"anomaly", SignalStatus::kRan, "", score, {}}}));
    return ok_status();
  }

  Random random_{7};
  int n_documents_ = 0;
};

std::vector<WeekOfDrift> of_anomaly(const OverviewReport& report) {
  std::vector<WeekOfDrift> weeks;
  for (const WeekOfDrift& week : report.drift) {
    if (week.signal == "anomaly") weeks.push_back(week);
  }
  return weeks;
}

TEST_F(OverviewTest, CountsDaysWaitingAndJobs) {
  add_screened("a", kAdmitted);
  add_screened("b", kQuarantined);
  clock_.now += 2 * kDayMs;
  add_screened("c", kRejected);
  add_screened("d", kAdmitted);
  keep([](Stores& stores) { return stores.jobs.enqueue({"j", "audit", "kim", "{}", 0}, 1); });
  const OverviewReport report = overview_.report(3).value();
  EXPECT_EQ(report.waiting, 2);
  EXPECT_EQ(report.queued, 1);
  EXPECT_EQ(report.running, 0);
  ASSERT_THAT(report.days, SizeIs(3));
  EXPECT_EQ(report.days[0].day, kMonday);
  EXPECT_EQ(report.days[0].admit, 1);
  EXPECT_EQ(report.days[0].quarantine, 1);
  EXPECT_EQ(report.days[1].admit, 0);
  EXPECT_EQ(report.days[2].reject, 1);
  EXPECT_EQ(report.alarm_rate, 0.5);
  EXPECT_THAT(overview_.report(1)->days, SizeIs(1));
}

TEST_F(OverviewTest, OfNothingThereIsNoRateAndNoDrift) {
  const OverviewReport report = overview_.report(366).value();
  EXPECT_THAT(report.days, SizeIs(366));
  EXPECT_FALSE(report.alarm_rate);
  EXPECT_THAT(report.drift, IsEmpty());
}

TEST_F(OverviewTest, DriftIsSmallWithoutAShiftAndLargeWithOne) {
  for (int week = 0; week < 4; ++week) {
    add_scores(300, 0.4);
    clock_.now += 7 * kDayMs;
  }
  EXPECT_THAT(overview_.report(7)->drift, SizeIs(6));  // a signal each, none with scores
  add_scores(600, 0.4);
  clock_.now += 7 * kDayMs;
  add_scores(600, 0.55);
  const auto weeks = of_anomaly(overview_.report(30).value());
  ASSERT_THAT(weeks, SizeIs(2));
  EXPECT_EQ(weeks[0].week, kMonday + 28);
  EXPECT_EQ(weeks[0].n, 600);
  EXPECT_LT(weeks[0].psi.value(), 0.1);
  EXPECT_EQ(weeks[1].week, kMonday + 35);
  EXPECT_GT(weeks[1].psi.value(), 0.25);
}

TEST_F(OverviewTest, TooFewScoresTellNothing) {
  add_scores(199, 0.4);
  clock_.now += 28 * kDayMs;
  add_scores(400, 0.9);
  EXPECT_FALSE(of_anomaly(overview_.report(1).value()).at(0).psi);
}

TEST_F(OverviewTest, AWeekOfFewScoresTellsNothing) {
  add_scores(400, 0.4);
  clock_.now += 28 * kDayMs;
  add_scores(199, 0.9);
  const auto weeks = of_anomaly(overview_.report(1).value());
  ASSERT_THAT(weeks, SizeIs(1));
  EXPECT_EQ(weeks[0].n, 199);
  EXPECT_FALSE(weeks[0].psi);
}

}  // namespace
}  // namespace ragsieve
