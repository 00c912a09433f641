#include "ragsieve/report/look_writer.h"

#include <string>
#include <string_view>

#include "ragsieve/report/audit_writer.h"
#include "ragsieve/report/text_page.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve {
namespace {

std::string count(const Summary& summary, std::string_view name) {
  for (const auto& [key, value] : summary.counts) {
    if (key == name) return std::to_string(value);
  }
  return "0";
}

Status write_text(const AuditReport& report, const ReportOptions& options, const Sink& sink) {
  TextPage page(options, sink);
  const Summary& summary = report.summary;
  RAGSIEVE_CHECK(page.line(page.paint("ragsieve monitor", Style::kBold) + "  profile " +
                           visible(summary.profile) + "  version " + visible(summary.version)));
  RAGSIEVE_CHECK(page.line(count(summary, "documents") + " documents: " + count(summary, "added") +
                           " came, " + count(summary, "changed") + " changed, " +
                           count(summary, "removed") + " went; " + count(summary, "flagged") +
                           " flagged, " +
                           page.paint(count(summary, "newly_flagged") + " of them newly",
                                      report.documents.empty() ? Style::kPlain : Style::kAlarm)));
  if (report.documents.empty()) return page.flush();
  RAGSIEVE_CHECK(page.heading(right("RANK", 6) + "  " + left("SCORE", 5) + "  ID"));
  const std::size_t n_shown = page.shown(report.documents.size());
  for (std::size_t i = 0; i < n_shown; ++i) {
    const AuditRecord& record = report.documents[i];
    RAGSIEVE_CHECK(page.line(right(std::to_string(record.rank), 6) + "  " +
                             page.paint(fixed(record.score, 3), Style::kAlarm) + "  " +
                             visible(record.id)));
    RAGSIEVE_CHECK(page.details(record.reasons, record.spans, 15));
  }
  if (n_shown < report.documents.size()) {
    RAGSIEVE_CHECK(page.line("  ... and " + std::to_string(report.documents.size() - n_shown) +
                             " more: --format jsonl lists every one"));
  }
  return page.flush();
}

}  // namespace

Status write_look(const AuditReport& report, const ReportOptions& options, const Sink& sink) {
  if (options.format == ReportFormat::kText) return write_text(report, options, sink);
  return write_audit(report, options, sink);
}

}  // namespace ragsieve
