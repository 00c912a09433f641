#include "ragsieve/report/probe_writer.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "ragsieve/json/value.h"
#include "ragsieve/report/record_json.h"
#include "ragsieve/report/text_page.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve {
namespace {

using json::Object;

constexpr std::size_t kWidestId = 24;
constexpr std::size_t kQuestionCodePoints = 100;

Object file_record(const Probe& probe) {
  Object record = {{"id", probe.id}, {"question", probe.question}};
  if (!probe.expected_fact.empty()) record.emplace_back("expected_fact", probe.expected_fact);
  record.emplace_back("weight", rounded(probe.weight));
  return record;
}

Object record_of(const Probe& probe) {
  Object record = {{"type", "probe"}};
  for (json::Member& member : file_record(probe)) record.push_back(std::move(member));
  record.emplace_back("origin", probe.origin);
  return record;
}

Object record_of(const ProbeFinding& finding) {
  return Object{{"type", "finding"},      {"kind", finding.kind}, {"id", finding.id},
                {"other", finding.other}, {"line", finding.line}, {"message", finding.message}};
}

Object record_of(const CoverageRecord& document) {
  return Object{{"type", "coverage"},
                {"id", document.id},
                {"topic", document.topic},
                {"probes", document.probes},
                {"best_rank", document.best_rank}};
}

Object record_of(const TopicRecord& topic) {
  return Object{{"type", "topic"},
                {"topic", topic.topic},
                {"documents", topic.documents},
                {"reached", topic.reached}};
}

// Records of the formats json and jsonl, one a line, the summary last.
class Records {
 public:
  Records(const ReportOptions& options, const Sink& sink)
      : json_(options.format == ReportFormat::kJson), out_(sink) {}

  template <typename List>
  Status add(const List& list) {
    for (const auto& item : list) RAGSIEVE_CHECK(put(record_of(item)));
    return ok_status();
  }

  Status finish(const std::vector<Error>& errors, const Summary& summary) {
    for (const Error& error : errors) RAGSIEVE_CHECK(put(to_json(error)));
    const std::string last = visible_json(json::dump(to_json(summary)));
    if (json_) {
      RAGSIEVE_CHECK(out_.append(any_ ? "\n],\n\"summary\":" : "{\"records\":[],\n\"summary\":"));
      RAGSIEVE_CHECK(out_.append(last + "}\n"));
    } else {
      RAGSIEVE_CHECK(out_.append(last + "\n"));
    }
    return out_.flush();
  }

 private:
  Status put(const Object& record) {
    if (json_) RAGSIEVE_CHECK(out_.append(any_ ? ",\n" : "{\"records\":[\n"));
    any_ = true;
    return out_.append(visible_json(json::dump(record)) + (json_ ? "" : "\n"));
  }

  bool json_;
  bool any_ = false;
  BufferedSink out_;
};

Status check_format(const ReportOptions& options) {
  if (options.format != ReportFormat::kSarif) return ok_status();
  return make_error(Code::kInvalidArgument, "format is sarif, expected text, json or jsonl");
}

std::uint64_t count_of(const Summary& summary, std::string_view name) {
  const auto found =
      std::ranges::find(summary.counts, name, &std::pair<std::string, std::uint64_t>::first);
  return found == summary.counts.end() ? 0 : found->second;
}

Status write_title(const Summary& summary, TextPage& page) {
  return page.line(page.paint("ragsieve " + summary.command, Style::kBold) + "  version " +
                   visible(summary.version));
}

Status write_rest(std::size_t n_shown, std::size_t n, TextPage& page) {
  if (n_shown == n) return ok_status();
  return page.line("  ... and " + std::to_string(n - n_shown) + " more: --top 0 lists all");
}

std::size_t id_width(const std::vector<Probe>& probes) {
  std::size_t width = 2;
  for (const Probe& probe : probes) width = std::max(width, visible(probe.id).size());
  return std::min(width, kWidestId);
}

std::string weight_text(double weight) {
  std::string text = json::dump(json::Value(rounded(weight)));
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

// Lines and records that could not be read.
Status write_unread(const std::vector<Error>& errors, TextPage& page) {
  if (errors.empty()) return ok_status();
  RAGSIEVE_CHECK(page.heading("Could not be read (" + std::to_string(errors.size()) + ")"));
  const std::size_t n_shown = page.shown(errors.size());
  for (std::size_t i = 0; i < n_shown; ++i) {
    RAGSIEVE_CHECK(page.line("  " + page.paint(visible(to_string(errors[i])), Style::kCaution)));
  }
  return write_rest(n_shown, errors.size(), page);
}

Status list_text(const ProbesReport& report, const ReportOptions& options, const Sink& sink) {
  TextPage page(options, sink);
  RAGSIEVE_CHECK(write_title(report.summary, page));
  RAGSIEVE_CHECK(page.line(counted(report.probes.size(), "probe")));
  const std::size_t width = id_width(report.probes);
  RAGSIEVE_CHECK(page.heading("  " + left("ID", width) + "  " + right("WEIGHT", 8) + "  QUESTION"));
  const std::size_t n_shown = page.shown(report.probes.size());
  for (std::size_t i = 0; i < n_shown; ++i) {
    const Probe& probe = report.probes[i];
    RAGSIEVE_CHECK(page.line("  " + left(visible(probe.id), width) + "  " +
                             right(weight_text(probe.weight), 8) + "  " +
                             visible_start(probe.question, kQuestionCodePoints)));
    if (probe.expected_fact.empty()) continue;
    RAGSIEVE_CHECK(
        page.line(std::string(width + 14, ' ') +
                  page.paint("expects: " + visible_start(probe.expected_fact, kQuestionCodePoints),
                             Style::kFaint)));
  }
  RAGSIEVE_CHECK(write_rest(n_shown, report.probes.size(), page));
  RAGSIEVE_CHECK(write_unread(report.errors, page));
  return page.flush();
}

// A probe file of one question a line; what could not be read is for standard error.
Status questions_text(const ProbesReport& report, const Sink& sink) {
  BufferedSink out(sink);
  for (const Probe& probe : report.probes) {
    RAGSIEVE_CHECK(out.append(visible(probe.question) + "\n"));
  }
  return out.flush();
}

std::string finding_line(const ProbeFinding& finding) {
  const std::string place =
      finding.line > 0 ? "line " + std::to_string(finding.line) : visible(finding.id);
  return left(finding.kind, 15) + "  " + place + ": " + visible(finding.message);
}

Status lint_text(const ProbeLintReport& report, const ReportOptions& options, const Sink& sink) {
  TextPage page(options, sink);
  RAGSIEVE_CHECK(write_title(report.summary, page));
  const std::size_t n = report.findings.size();
  RAGSIEVE_CHECK(
      page.line(counted(count_of(report.summary, "probes"), "probe") + " checked, " +
                page.paint(counted(n, "finding"), n > 0 ? Style::kAlarm : Style::kPlain)));
  if (n > 0) RAGSIEVE_CHECK(page.heading("Findings"));
  const std::size_t n_shown = page.shown(n);
  for (std::size_t i = 0; i < n_shown; ++i) {
    RAGSIEVE_CHECK(page.line("  " + finding_line(report.findings[i])));
  }
  RAGSIEVE_CHECK(write_rest(n_shown, n, page));
  for (const Error& error : report.errors) {
    RAGSIEVE_CHECK(page.heading("Not checked"));
    RAGSIEVE_CHECK(page.line("  " + page.paint(visible(to_string(error)), Style::kCaution)));
  }
  return page.flush();
}

Status missed_topics(const CoverageReport& report, TextPage& page) {
  const auto n_missed = static_cast<std::size_t>(std::ranges::count_if(
      report.topics, [](const TopicRecord& topic) { return topic.reached < topic.documents; }));
  if (n_missed == 0) return ok_status();
  RAGSIEVE_CHECK(page.heading("  MISSED      OF  TOPIC"));
  const std::size_t n_shown = page.shown(n_missed);
  for (std::size_t i = 0; i < n_shown; ++i) {
    const TopicRecord& topic = report.topics[i];
    const std::string missed = right(std::to_string(topic.documents - topic.reached), 8);
    RAGSIEVE_CHECK(
        page.line(page.paint(missed, topic.reached == 0 ? Style::kAlarm : Style::kPlain) +
                  right(std::to_string(topic.documents), 8) + "  " +
                  visible_start(topic.topic, kQuestionCodePoints)));
  }
  return write_rest(n_shown, n_missed, page);
}

Status coverage_text(const CoverageReport& report, const ReportOptions& options, const Sink& sink) {
  TextPage page(options, sink);
  RAGSIEVE_CHECK(write_title(report.summary, page));
  const std::uint64_t n = report.documents.size();
  const std::uint64_t reached = count_of(report.summary, "reached");
  RAGSIEVE_CHECK(page.line(counted(count_of(report.summary, "probes"), "probe") + " reach " +
                           std::to_string(reached) + " of " + counted(n, "document") + "; " +
                           std::to_string(count_of(report.summary, "uncovered_topics")) + " of " +
                           counted(report.topics.size(), "topic") + " not at all"));
  RAGSIEVE_CHECK(missed_topics(report, page));
  RAGSIEVE_CHECK(write_unread(report.errors, page));
  if (reached < n) {
    RAGSIEVE_CHECK(page.heading("What to do next"));
    RAGSIEVE_CHECK(
        page.line("  - A poison for what no probe asks about moves no answer. Make "
                  "questions for every document:"));
    RAGSIEVE_CHECK(page.line("    ragsieve probes synth --corpus " + page.input_name("CORPUS") +
                             " --max " + std::to_string(2 * n) + " --out probes.jsonl"));
  }
  return page.flush();
}

}  // namespace

Status write_probes(const ProbesReport& report, const ReportOptions& options, const Sink& sink) {
  RAGSIEVE_CHECK(check_format(options));
  if (options.format == ReportFormat::kText) return questions_text(report, sink);
  Records records(options, sink);
  RAGSIEVE_CHECK(records.add(report.probes));
  return records.finish(report.errors, report.summary);
}

Status write_probe_list(const ProbesReport& report, const ReportOptions& options,
                        const Sink& sink) {
  if (options.format == ReportFormat::kText) return list_text(report, options, sink);
  return write_probes(report, options, sink);
}

Status write_probe_lint(const ProbeLintReport& report, const ReportOptions& options,
                        const Sink& sink) {
  RAGSIEVE_CHECK(check_format(options));
  if (options.format == ReportFormat::kText) return lint_text(report, options, sink);
  Records records(options, sink);
  RAGSIEVE_CHECK(records.add(report.findings));
  return records.finish(report.errors, report.summary);
}

Status write_coverage(const CoverageReport& report, const ReportOptions& options,
                      const Sink& sink) {
  RAGSIEVE_CHECK(check_format(options));
  if (options.format == ReportFormat::kText) return coverage_text(report, options, sink);
  Records records(options, sink);
  RAGSIEVE_CHECK(records.add(report.documents));
  RAGSIEVE_CHECK(records.add(report.topics));
  return records.finish(report.errors, report.summary);
}

std::string probe_file_bytes(const std::vector<Probe>& probes) {
  std::string bytes;
  for (const Probe& probe : probes) {
    bytes += visible_json(json::dump(file_record(probe))) + "\n";
  }
  return bytes;
}

}  // namespace ragsieve
