#include "ragsieve/report/filter_writer.h"

#include "ragsieve/report/filter_text.h"
#include "ragsieve/report/json_writer.h"
#include "ragsieve/report/sarif.h"

namespace ragsieve {

Status write_filter(const FilterReport& report, const ReportOptions& options, const Sink& sink) {
  switch (options.format) {
    case ReportFormat::kText:
      return write_filter_text(report, options, sink);
    case ReportFormat::kSarif:
      return write_filter_sarif(report, options, sink);
    case ReportFormat::kJson:
    case ReportFormat::kJsonl:
      break;
  }
  return write_filter_json(report, options, sink);
}

}  // namespace ragsieve
