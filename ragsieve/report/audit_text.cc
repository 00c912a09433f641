#include "ragsieve/report/audit_text.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// The value of that name; nothing of its type where there is none.
template <typename Value>
Value value_of(const std::vector<std::pair<std::string, Value>>& pairs, std::string_view name) {
  for (const auto& [key, value] : pairs) {
    if (key == name) return value;
  }
  return Value{};
}

std::string percent(double share) {
  std::string text = fixed(100 * share, 2);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text + " %";
}

// What the documents were compared with, and how many alarms that is without an attack.
Status write_null(const AuditReport& report, TextPage& page) {
  const Summary& summary = report.summary;
  if (summary.null_of.empty()) return ok_status();
  std::string with = "the bulk of this corpus";
  if (summary.null_of == "reference") {
    with = "the reference " + visible(value_of(summary.digests, "reference").substr(0, 12)) + " (" +
           counted(value_of(summary.counts, "reference_documents"), "document") + ")";
  }
  const double alpha = value_of(summary.thresholds, "alpha");
  return page.line("compared with " + with + "; at an alarm rate of " + percent(alpha) +
                   " a clean corpus of this size has about " +
                   fixed(alpha * static_cast<double>(report.documents.size()), 0) + " flagged");
}

Status write_header(const AuditReport& report, std::size_t n_flagged, std::size_t n_unscored,
                    TextPage& page) {
  RAGSIEVE_CHECK(page.line(page.paint("ragsieve audit", Style::kBold) + "  profile " +
                           visible(report.summary.profile) + "  version " +
                           visible(report.summary.version)));
  RAGSIEVE_CHECK(page.line(counted(report.documents.size(), "document") + " scored, " +
                           page.paint(std::to_string(n_flagged) + " flagged",
                                      n_flagged > 0 ? Style::kAlarm : Style::kPlain) +
                           ", " +
                           page.paint(std::to_string(n_unscored) + " not scored",
                                      n_unscored > 0 ? Style::kCaution : Style::kPlain)));
  return write_null(report, page);
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
  if (report.summary.null_of == "bulk") {
    RAGSIEVE_CHECK(
        page.line("  - Audit against an earlier snapshot that is trusted, where there is one "
                  "(--reference SNAPSHOT): without it the poisons of a large attack raise the bar "
                  "for each other."));
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
