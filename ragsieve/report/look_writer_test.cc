#include "ragsieve/report/look_writer.h"

#include <gmock/gmock.h>

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::Not;

AuditReport report_of(std::size_t n) {
  AuditReport report;
  for (std::size_t i = 0; i < n; ++i) {
    AuditRecord record;
    record.id = "bad\x1b[31m" + std::to_string(i);
    record.rank = i + 1;
    record.score = 0.995;
    record.flagged = true;
    record.reasons = {"addresses a model"};
    report.documents.push_back(record);
  }
  report.summary.command = "monitor";
  report.summary.profile = "default";
  report.summary.version = "1.2.3";
  report.summary.counts = {{"documents", 1000}, {"added", 2},   {"changed", 1},
                           {"removed", 0},      {"flagged", 9}, {"newly_flagged", n}};
  return report;
}

std::string written(const AuditReport& report, ReportFormat format) {
  std::string text;
  ReportOptions options;
  options.format = format;
  options.list_limit = 2;
  const Status status = write_look(report, options, [&](std::string_view piece) {
    text += piece;
    return ok_status();
  });
  EXPECT_TRUE(status.ok());
  return text;
}

TEST(LookWriter, TellsTheCountsAndListsWhatIsNew) {
  const std::string text = written(report_of(3), ReportFormat::kText);
  EXPECT_THAT(text, HasSubstr("1000 documents: 2 came, 1 changed, 0 went; 9 flagged, 3 of them "
                              "newly\n"));
  EXPECT_THAT(text, HasSubstr("0.995"));
  EXPECT_THAT(text, HasSubstr("addresses a model"));
  EXPECT_THAT(text, HasSubstr("and 1 more"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(LookWriter, OfNothingNewTheCountsAlone) {
  const std::string text = written(report_of(0), ReportFormat::kText);
  EXPECT_THAT(text, HasSubstr("0 of them newly"));
  EXPECT_THAT(text, Not(HasSubstr("RANK")));
}

TEST(LookWriter, OtherFormatsAreThoseOfTheAudit) {
  const std::string lines = written(report_of(1), ReportFormat::kJsonl);
  EXPECT_THAT(lines, HasSubstr("{\"type\":\"document\""));
  EXPECT_THAT(lines, HasSubstr("\"command\":\"monitor\""));
  EXPECT_THAT(lines, HasSubstr("\"newly_flagged\":1"));
}

}  // namespace
}  // namespace ragsieve
