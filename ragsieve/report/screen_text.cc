#include "ragsieve/report/screen_text.h"

#include <algorithm>
#include <utility>

#include "ragsieve/report/screen_document_text.h"
#include "ragsieve/report/screen_outcome.h"
#include "ragsieve/report/text_page.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve {
namespace {

int urgency(const ScreenRecord* record) {
  switch (record->verdict) {
    case Verdict::kReject:
      return 0;
    case Verdict::kIncomplete:
      return 1;
    case Verdict::kQuarantine:
      return 2;
    case Verdict::kAdmit:
      break;
  }
  return is_unfinished(*record) ? 1 : 3;
}

Status write_documents(const ScreenReport& report, const ReportOptions& options, TextPage& page) {
  std::vector<const ScreenRecord*> listed;
  for (const ScreenRecord& record : report.documents) listed.push_back(&record);
  const std::size_t n_shown = page.shown(listed.size());
  if (n_shown < listed.size()) {
    std::ranges::sort(listed, {}, [](const ScreenRecord* record) {
      return std::pair(urgency(record), record);  // equal ones in the order given
    });
  }
  for (std::size_t i = 0; i < n_shown; ++i) {
    const bool brief = listed[i]->verdict == Verdict::kAdmit && listed.size() > 1;
    RAGSIEVE_CHECK(write_screen_document(*listed[i], options, brief, page));
  }
  if (n_shown == listed.size()) return ok_status();
  const auto n_held =
      std::count_if(listed.begin() + static_cast<std::ptrdiff_t>(n_shown), listed.end(),
                    [](const ScreenRecord* record) { return record->verdict != Verdict::kAdmit; });
  RAGSIEVE_CHECK(page.line());
  return page.line("Not listed: " + std::to_string(listed.size() - n_shown) + " of " +
                   counted(listed.size(), "document") + ", " + std::to_string(n_held) +
                   " of them not admitted: --format jsonl lists all");
}

Status write_totals(const ScreenReport& report, const ScreenCounts& counts, std::size_t n_errors,
                    TextPage& page) {
  const auto total = [&page](std::size_t n, std::string_view word, Style style) {
    return page.paint(std::to_string(n) + " " + std::string(word), n > 0 ? style : Style::kPlain);
  };
  RAGSIEVE_CHECK(page.line());
  return page.line(counted(report.documents.size(), "document") +
                   " screened: " + total(counts.admit, "ADMIT", Style::kPlain) + ", " +
                   total(counts.quarantine, "QUARANTINE", Style::kCaution) + ", " +
                   total(counts.reject, "REJECT", Style::kAlarm) + ", " +
                   total(counts.incomplete, "INCOMPLETE", Style::kCaution) + "; " +
                   total(n_errors, "not screened", Style::kCaution));
}

bool any_counted_conflict(const ScreenReport& report) {
  return std::ranges::any_of(report.documents, [](const ScreenRecord& record) {
    return record.verdict != Verdict::kAdmit &&
           !std::ranges::all_of(record.fact_conflict.conflicts, &ConflictRecord::superseded);
  });
}

bool any_without_report(const ScreenReport& report) {
  return std::ranges::any_of(report.documents,
                             [](const ScreenRecord& record) { return record.report.empty(); });
}

std::vector<std::string> next_steps(const ScreenReport& report, const ScreenCounts& counts,
                                    std::size_t n_errors) {
  std::vector<std::string> steps;
  if (n_errors > 0 || counts.unfinished > 0) {
    steps.emplace_back(
        "Repair what could not be looked at and run again (--resume keeps what is finished): "
        "INCOMPLETE is never an admission.");
  }
  if (counts.reject > 0) {
    steps.emplace_back(
        "Keep the rejected documents out of the corpus, and ask where they came "
        "from.");
  }
  if (counts.quarantine > 0) {
    steps.emplace_back("Have a reviewer read the quarantined documents at the marked places.");
  }
  if (any_counted_conflict(report)) {
    steps.emplace_back(
        "Ask the owner of the trusted source which fact is right. A revision that is meant:\n"
        "      ragsieve screen FILE --corpus CORPUS --supersedes ID --reviewer NAME --reason TEXT");
  }
  if (!steps.empty() && any_without_report(report)) {
    steps.emplace_back("Keep the evidence: --seal DIR writes a report of each verdict.");
  }
  return steps;
}

Status write_next_steps(const std::vector<std::string>& steps, TextPage& page) {
  if (steps.empty()) return ok_status();
  RAGSIEVE_CHECK(page.heading("What to do next"));
  for (const std::string& step : steps) RAGSIEVE_CHECK(page.line("  - " + step));
  return ok_status();
}

}  // namespace

Status write_screen_text(const ScreenReport& report, const ReportOptions& options,
                         const Sink& sink) {
  TextPage page(options, sink);
  Summary summary = report.summary;
  summary.unscored = unscored_beside_documents(report);
  const std::size_t n_errors = unscored_lines(report.errors, summary).size();
  const ScreenCounts counts = count_verdicts(report);
  RAGSIEVE_CHECK(page.line(page.paint("ragsieve screen", Style::kBold) + "  profile " +
                           visible(summary.profile) + "  version " + visible(summary.version)));
  RAGSIEVE_CHECK(write_documents(report, options, page));
  RAGSIEVE_CHECK(page.unscored(report.errors, summary));
  RAGSIEVE_CHECK(write_totals(report, counts, n_errors, page));
  RAGSIEVE_CHECK(write_next_steps(next_steps(report, counts, n_errors), page));
  return page.flush();
}

}  // namespace ragsieve
