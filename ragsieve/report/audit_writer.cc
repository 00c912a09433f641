#include "ragsieve/report/audit_writer.h"

#include "ragsieve/report/audit_text.h"
#include "ragsieve/report/json_writer.h"
#include "ragsieve/report/sarif.h"

namespace ragsieve {

Status write_audit(const AuditReport& report, const ReportOptions& options, const Sink& sink) {
  switch (options.format) {
    case ReportFormat::kText:
      return write_audit_text(report, options, sink);
    case ReportFormat::kSarif:
      return write_audit_sarif(report, options, sink);
    case ReportFormat::kJson:
    case ReportFormat::kJsonl:
      break;
  }
  return write_audit_json(report, options, sink);
}

}  // namespace ragsieve
