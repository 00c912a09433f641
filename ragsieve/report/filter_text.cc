#include "ragsieve/report/filter_text.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "ragsieve/report/text_page.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve {
namespace {

std::size_t count_flagged(const QueryRecord& query) {
  return static_cast<std::size_t>(
      std::ranges::count_if(query.documents, &CandidateRecord::flagged));
}

std::size_t count_flagged(const FilterReport& report) {
  std::size_t n = 0;
  for (const QueryRecord& query : report.queries) n += count_flagged(query);
  return n;
}

Status write_header(const FilterReport& report, std::size_t n_flagged, std::size_t n_unscored,
                    TextPage& page) {
  std::size_t n_candidates = 0;
  for (const QueryRecord& query : report.queries) n_candidates += query.documents.size();
  RAGSIEVE_CHECK(page.line(page.paint("ragsieve filter", Style::kBold) + "  profile " +
                           visible(report.summary.profile) + "  version " +
                           visible(report.summary.version)));
  return page.line(std::to_string(report.queries.size()) +
                   (report.queries.size() == 1 ? " query, " : " queries, ") +
                   counted(n_candidates, "candidate") + " scored, " +
                   page.paint(std::to_string(n_flagged) + " flagged",
                              n_flagged > 0 ? Style::kAlarm : Style::kPlain) +
                   ", " +
                   page.paint(std::to_string(n_unscored) + " not scored",
                              n_unscored > 0 ? Style::kCaution : Style::kPlain));
}

std::string short_number(double value) {
  std::array<char, 32> buffer;
  std::snprintf(buffer.data(), buffer.size(), "%.2g", value);
  return buffer.data();
}

// The columns between score and id: p and the strongest term, or the four terms of RSQ.
std::string term_columns(const CandidateRecord& record) {
  std::string line;
  if (!record.terms.empty()) {
    const auto strongest = std::ranges::max_element(record.terms, {}, &FilterTermRecord::part);
    return right(short_number(record.p), 11) +
           right(strongest->name + " " + fixed(strongest->part, 2), 24);
  }
  for (const double term : {record.anchor, record.integrity, record.surprisal, record.alignment}) {
    line += right(fixed(term, 3), 11);
  }
  return line;
}

std::string column_names(const QueryRecord& query) {
  if (!query.documents.empty() && !query.documents.front().terms.empty()) {
    return right("P", 11) + right("STRONGEST TERM", 24);
  }
  return right("ANCHOR", 11) + right("INTEGRITY", 11) + right("SURPRISAL", 11) +
         right("ALIGNMENT", 11);
}

Status write_candidate(const CandidateRecord& record, TextPage& page) {
  const Style style = record.flagged ? Style::kAlarm : Style::kPlain;
  std::string line = right(std::to_string(record.rank), 6) + "  " +
                     page.paint(right(fixed(record.score, 3), 6), style) + term_columns(record);
  line += "  " + visible(record.id);
  if (record.flagged) line += "  " + page.paint("FLAGGED", style);
  RAGSIEVE_CHECK(page.line(line));
  return record.flagged ? page.details(record.reasons, record.spans, 8) : ok_status();
}

std::string joined(const std::vector<std::string>& ids) {
  std::string line;
  for (const std::string& id : ids) line += (line.empty() ? "" : "  ") + visible(id);
  return line.empty() ? "(none)" : line;
}

Status write_query(const QueryRecord& query, TextPage& page) {
  RAGSIEVE_CHECK(
      page.heading("Query " + visible(query.query_id) + ": " + visible_start(query.query, 200)));
  RAGSIEVE_CHECK(page.line(page.paint(
      right("RANK", 6) + "  " + right("SCORE", 6) + column_names(query) + "  ID", Style::kFaint)));
  for (const CandidateRecord& record : query.documents) {
    RAGSIEVE_CHECK(write_candidate(record, page));
  }
  if (!query.removed.empty()) {
    RAGSIEVE_CHECK(page.line("  removed:  " + joined(query.removed)));
  }
  RAGSIEVE_CHECK(page.line("  context:  " + joined(query.context)));
  return query.note.empty() ? ok_status() : page.line("  context " + visible(query.note));
}

Status write_queries(const FilterReport& report, TextPage& page) {
  const bool all = page.shown(report.queries.size()) == report.queries.size();
  std::vector<const QueryRecord*> listed;
  for (const QueryRecord& query : report.queries) {
    if (all || count_flagged(query) > 0) listed.push_back(&query);
  }
  const std::size_t n_shown = page.shown(listed.size());
  for (std::size_t i = 0; i < n_shown; ++i) RAGSIEVE_CHECK(write_query(*listed[i], page));
  const std::size_t n_left = report.queries.size() - n_shown;
  if (n_left == 0) return ok_status();
  RAGSIEVE_CHECK(page.line());
  return page.line("Not listed: " + std::to_string(n_left) + " of " +
                   std::to_string(report.queries.size()) + " queries, " +
                   std::to_string(listed.size() - n_shown) +
                   " of them with flagged documents: --format jsonl lists all");
}

Status write_next_steps(std::size_t n_flagged, std::size_t n_unscored, TextPage& page) {
  if (n_flagged == 0 && n_unscored == 0) return ok_status();
  RAGSIEVE_CHECK(page.heading("What to do next"));
  if (n_unscored > 0) {
    RAGSIEVE_CHECK(
        page.line("  - Repair what could not be scored and run again: a query that "
                  "could not be scored is not clean. A query needs at least 20 "
                  "ranked documents."));
  }
  if (n_flagged == 0) return ok_status();
  RAGSIEVE_CHECK(
      page.line("  - Give the generator the refilled contexts: --format jsonl writes "
                "them, member \"context\"."));
  RAGSIEVE_CHECK(
      page.line("  - Read the flagged documents; take what is poison out of the "
                "corpus and index it again."));
  return page.line("  - Look for the rest of the set:  ragsieve audit CORPUS");
}

}  // namespace

Status write_filter_text(const FilterReport& report, const ReportOptions& options,
                         const Sink& sink) {
  TextPage page(options, sink);
  const std::size_t n_flagged = count_flagged(report);
  const std::size_t n_unscored = unscored_lines(report.errors, report.summary).size();
  RAGSIEVE_CHECK(write_header(report, n_flagged, n_unscored, page));
  RAGSIEVE_CHECK(write_queries(report, page));
  RAGSIEVE_CHECK(page.unscored(report.errors, report.summary));
  RAGSIEVE_CHECK(write_next_steps(n_flagged, n_unscored, page));
  return page.flush();
}

}  // namespace ragsieve
