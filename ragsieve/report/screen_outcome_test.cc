// What a screening comes to, over all its documents.
#include "ragsieve/report/screen_outcome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/report/sample_reports.h"

namespace ragsieve {
namespace {

ScreenReport report_of(std::vector<ScreenRecord> documents) {
  ScreenReport report;
  report.documents = std::move(documents);
  return report;
}

TEST(ScreenOutcome, ExitCodeTellsCleanFindingsAndUnfinished) {
  EXPECT_EQ(screen_exit_code(report_of({})), 0);
  EXPECT_EQ(screen_exit_code(report_of({sample::admitted("a")})), 0);
  EXPECT_EQ(screen_exit_code(report_of({sample::admitted("a"), sample::rejected("b")})), 1);
  EXPECT_EQ(screen_exit_code(report_of({sample::rejected("b"), sample::incomplete("c")})), 3);
  ScreenReport report = report_of({sample::admitted("a")});
  report.errors.push_back(make_error(Code::kInvalidInput, "bad"));
  EXPECT_EQ(screen_exit_code(report), 3);
  report.errors.clear();
  report.summary.unscored = {"x"};
  EXPECT_EQ(screen_exit_code(report), 3);
}

TEST(ScreenOutcome, ARejectionWithAFailedSignalIsUnfinishedToo) {
  ScreenRecord record = sample::rejected("b");
  record.influence.signal.status = SignalStatus::kTimedOut;
  EXPECT_TRUE(is_unfinished(record));
  const ScreenReport report = report_of({record});
  EXPECT_EQ(screen_exit_code(report), 3);
  EXPECT_EQ(count_verdicts(report).reject, 1U);
  EXPECT_EQ(count_verdicts(report).incomplete, 0U);
  EXPECT_EQ(count_verdicts(report).unfinished, 1U);
}

TEST(ScreenOutcome, ASkippedSignalIsFinished) {
  EXPECT_FALSE(is_unfinished(sample::admitted("a")));
}

TEST(ScreenOutcome, UnscoredNamesOfListedDocumentsAreNotSaidTwice) {
  ScreenReport report = report_of({sample::admitted("a"), sample::incomplete("c")});
  report.summary.unscored = {"c", "in/c.md", "a", "in/big.md:0"};
  EXPECT_THAT(unscored_beside_documents(report), testing::ElementsAre("a", "in/big.md:0"));
}

TEST(ScreenOutcome, ASignalStandsOutByPOrByScore) {
  EXPECT_TRUE(stands_out(sample::ran("anomaly", 0, 10'000), 10'000));
  EXPECT_FALSE(stands_out(sample::ran("anomaly", kOne, 10'001), 10'000));
  EXPECT_TRUE(stands_out(sample::ran("anomaly", 500'000), 10'000));
  EXPECT_FALSE(stands_out(sample::ran("anomaly", 499'999), 10'000));
  EXPECT_FALSE(stands_out({"anomaly", SignalStatus::kFailed, "", kOne, 0}, 10'000));
}

TEST(ScreenOutcome, SignalsHaveOneOrder) {
  std::vector<std::string> names;
  const ScreenRecord record = sample::rejected("b");
  for (const auto& [name, signal] : signals_of(record)) {
    EXPECT_EQ(signal->name, name);
    names.emplace_back(name);
  }
  EXPECT_THAT(names, testing::ElementsAre("anomaly", "injection", "influence", "answer_change",
                                          "fact_conflict", "corpus_evidence"));
}

}  // namespace
}  // namespace ragsieve
