#include "ragsieve/report/audit_text.h"

#include "ragsieve/report/text_page.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve {
namespace {

std::vector<const AuditRecord*> flagged(const AuditReport& report) {
  std::vector<const AuditRecord*> records;
  for (const AuditRecord& record : report.documents) {
    if (record.flagged) records.push_back(&record);
  }
  return records;
}

Status write_header(const AuditReport& report, std::size_t n_flagged, std::size_t n_unscored,
                    TextPage& page) {
  RAGSIEVE_CHECK(page.line(page.paint("ragsieve audit", Style::kBold) + "  profile " +
                           visible(report.summary.profile) + "  version " +
                           visible(report.summary.version)));
  return page.line(counted(report.documents.size(), "document") + " scored, " +
                   page.paint(std::to_string(n_flagged) + " flagged",
                              n_flagged > 0 ? Style::kAlarm : Style::kPlain) +
                   ", " +
                   page.paint(std::to_string(n_unscored) + " not scored",
                              n_unscored > 0 ? Style::kCaution : Style::kPlain));
}

Status write_list(const std::vector<const AuditRecord*>& records, TextPage& page) {
  if (records.empty()) return ok_status();
  RAGSIEVE_CHECK(page.heading(right("RANK", 6) + "  " + left("SCORE", 5) + "  ID"));
  const std::size_t n_shown = page.shown(records.size());
  for (std::size_t i = 0; i < n_shown; ++i) {
    const AuditRecord& record = *records[i];
    RAGSIEVE_CHECK(page.line(right(std::to_string(record.rank), 6) + "  " +
                             page.paint(fixed(record.score, 3), Style::kAlarm) + "  " +
                             visible(record.id)));
    RAGSIEVE_CHECK(page.details(record.reasons, record.spans, 15));
  }
  if (n_shown == records.size()) return ok_status();
  return page.line("  ... and " + std::to_string(records.size() - n_shown) +
                   " more flagged: --format jsonl lists every document");
}

Status write_nothing_flagged(const AuditReport& report, TextPage& page) {
  RAGSIEVE_CHECK(page.line());
  if (report.documents.empty()) return page.line("No document was scored.");
  const AuditRecord& first = report.documents.front();
  return page.line("No document was flagged. The highest score is " + fixed(first.score, 3) +
                   ", of " + visible(first.id) + ".");
}

Status write_next_steps(const AuditReport& report, std::size_t n_flagged, std::size_t n_unscored,
                        TextPage& page) {
  if (n_flagged == 0 && n_unscored == 0) return ok_status();
  RAGSIEVE_CHECK(page.heading("What to do next"));
  const std::string corpus = page.input_name("CORPUS");
  if (n_unscored > 0) {
    RAGSIEVE_CHECK(
        page.line("  - Repair the records that could not be scored and run again: "
                  "nothing is known of them, so they are not clean."));
  }
  if (n_flagged == 0) return ok_status();
  RAGSIEVE_CHECK(
      page.line("  - Read the flagged documents, beside their neighbours "
                "(--format jsonl names them): a flag is a reason to look."));
  if (report.summary.profile == "paper") {
    RAGSIEVE_CHECK(
        page.line("    The paper profile spends its whole budget of flags, so a clean "
                  "corpus has some too."));
  }
  RAGSIEVE_CHECK(page.line("  - Write the ids of those that must go:  ragsieve audit " + corpus +
                           " --removed removed.txt"));
  return page.line(
      "  - Answer without them, and check what remains:  ragsieve filter CONTEXTS "
      "--removed removed.txt");
}

}  // namespace

Status write_audit_text(const AuditReport& report, const ReportOptions& options, const Sink& sink) {
  TextPage page(options, sink);
  const std::vector<const AuditRecord*> records = flagged(report);
  const std::size_t n_unscored = unscored_lines(report.errors, report.summary).size();
  RAGSIEVE_CHECK(write_header(report, records.size(), n_unscored, page));
  RAGSIEVE_CHECK(write_list(records, page));
  if (records.empty()) RAGSIEVE_CHECK(write_nothing_flagged(report, page));
  RAGSIEVE_CHECK(page.unscored(report.errors, report.summary));
  RAGSIEVE_CHECK(write_next_steps(report, records.size(), n_unscored, page));
  return page.flush();
}

}  // namespace ragsieve
