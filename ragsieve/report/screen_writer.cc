#include "ragsieve/report/screen_writer.h"

#include "ragsieve/report/json_writer.h"
#include "ragsieve/report/sarif.h"
#include "ragsieve/report/screen_text.h"

namespace ragsieve {

Status write_screen(const ScreenReport& report, const ReportOptions& options, const Sink& sink) {
  switch (options.format) {
    case ReportFormat::kText:
      return write_screen_text(report, options, sink);
    case ReportFormat::kSarif:
      return write_screen_sarif(report, options, sink);
    case ReportFormat::kJson:
    case ReportFormat::kJsonl:
      break;
  }
  return write_screen_json(report, options, sink);
}

}  // namespace ragsieve
