#include "cli/verify_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/evidence/sample_statements.h"

namespace ragsieve::cli {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

VerifyReport report_with(CheckStatus status) {
  VerifyReport report;
  report.checks = {{"raw_digest", status, "why\x1b[31m"},
                   {"chain", CheckStatus::kNotChecked, "no"}};
  report.statement = testing_evidence::sample_statement();
  report.report_sha256 = std::string(64, 'a');
  report.owner = "desk";
  report.key_id = std::string(64, 'b');
  return report;
}

TEST(VerifyText, TellsEachCheckAndThenTheVerdict) {
  const std::string text = verify_text(report_with(CheckStatus::kPassed));
  EXPECT_THAT(text, StartsWith("passed       raw digest        why"));
  EXPECT_THAT(text, HasSubstr("not checked  chain             no\n"));
  EXPECT_THAT(text, EndsWith("ADMIT for handbook/first-aid.md at 2024-05-01T12:00:00Z, sealed by "
                             "desk: verifies.\n"));
}

TEST(VerifyText, NeverLetsABadReportLookGood) {
  EXPECT_THAT(verify_text(report_with(CheckStatus::kFailed)),
              EndsWith("The report says ADMIT for handbook/first-aid.md at 2024-05-01T12:00:00Z: "
                       "DOES NOT VERIFY.\n"));
  EXPECT_THAT(verify_text(report_with(CheckStatus::kNotChecked)),
              HasSubstr("could not be checked in full"));
  VerifyReport nothing;
  nothing.checks = {{"envelope", CheckStatus::kFailed, "no"}};
  EXPECT_THAT(verify_text(nothing), EndsWith("nothing in the report can be relied on.\n"));
}

TEST(VerifyText, NamesTheReviewer) {
  VerifyReport report = report_with(CheckStatus::kPassed);
  report.statement = testing_evidence::sample_review();
  EXPECT_THAT(verify_text(report), HasSubstr("release by R. Viewer (checked with the safety"));
}

TEST(VerifyText, ShowsWhatATerminalWouldObey) {
  EXPECT_THAT(verify_text(report_with(CheckStatus::kPassed)), HasSubstr("why<U+001B>[31m"));
  EXPECT_THAT(verify_json(report_with(CheckStatus::kPassed)), Not(HasSubstr("\x1b")));
}

TEST(VerifyJson, HoldsWhatIsKnown) {
  const std::string json = verify_json(report_with(CheckStatus::kPassed));
  EXPECT_THAT(json, StartsWith(R"({"type":"verification","outcome":"verifies","checks":[{"name":)"
                               R"("raw_digest","status":"passed")"));
  EXPECT_THAT(json, HasSubstr(R"("verdict":"ADMIT")"));
  EXPECT_THAT(json, HasSubstr(R"("owner":"desk")"));
  VerifyReport nothing;
  EXPECT_EQ(verify_json(nothing),
            "{\"type\":\"verification\",\"outcome\":\"could_not_check\",\"checks\":[]}\n");
}

}  // namespace
}  // namespace ragsieve::cli
