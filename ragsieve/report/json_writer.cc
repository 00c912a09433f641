#include "ragsieve/report/json_writer.h"

#include <string>

#include "ragsieve/report/record_json.h"
#include "ragsieve/report/screen_json.h"
#include "ragsieve/report/screen_outcome.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve {
namespace {

std::string line(const json::Object& object) { return visible_json(json::dump(object)); }

// What stands around the records of one format.
struct Frame {
  std::string_view opening;
  std::string_view between;
  std::string_view before_summary;
  std::string_view before_summary_alone;  // when there is no record
  std::string_view closing;
};

constexpr Frame kJsonl = {"", "\n", "\n", "", "\n"};
constexpr Frame kJson = {"{\"records\":[\n", ",\n",
                         "\n],\n\"summary\":", "],\n\"summary\":", "}\n"};

class RecordWriter {
 public:
  RecordWriter(const Frame& frame, const Sink& sink) : frame_(frame), out_(sink) {}

  Status record(const json::Object& object) {
    RAGSIEVE_CHECK(out_.append(empty_ ? frame_.opening : frame_.between));
    empty_ = false;
    return out_.append(line(object));
  }

  Status finish(const Summary& summary) {
    if (empty_) RAGSIEVE_CHECK(out_.append(frame_.opening));
    RAGSIEVE_CHECK(out_.append(empty_ ? frame_.before_summary_alone : frame_.before_summary));
    RAGSIEVE_CHECK(out_.append(line(to_json(summary))));
    RAGSIEVE_CHECK(out_.append(frame_.closing));
    return out_.flush();
  }

 private:
  const Frame& frame_;
  BufferedSink out_;
  bool empty_ = true;
};

template <typename Records>
Status write_all(const Records& records, const std::vector<Error>& errors, const Summary& summary,
                 const ReportOptions& options, const Sink& sink) {
  RecordWriter writer(options.format == ReportFormat::kJson ? kJson : kJsonl, sink);
  for (const auto& record : records) {
    RAGSIEVE_CHECK(writer.record(to_json(record, options.show_text)));
  }
  for (const Error& error : errors) RAGSIEVE_CHECK(writer.record(to_json(error)));
  return writer.finish(summary);
}

}  // namespace

Status write_audit_json(const AuditReport& report, const ReportOptions& options, const Sink& sink) {
  return write_all(report.documents, report.errors, report.summary, options, sink);
}

Status write_filter_json(const FilterReport& report, const ReportOptions& options,
                         const Sink& sink) {
  return write_all(report.queries, report.errors, report.summary, options, sink);
}

Status write_screen_json(const ScreenReport& report, const ReportOptions& options,
                         const Sink& sink) {
  return write_all(report.documents, report.errors, summary_of(report), options, sink);
}

}  // namespace ragsieve
