// Writes the result of `audit` in any format. Text from outside (ids, reasons, spans) is escaped
// for the format, so that no terminal, JSON reader or SARIF viewer acts on it.
#pragma once

#include "ragsieve/core/records.h"
#include "ragsieve/report/report_options.h"
#include "ragsieve/report/sink.h"

namespace ragsieve {

// Writes the whole report, ending in a newline. The error of the sink, if it refuses.
[[nodiscard]] Status write_audit(const AuditReport& report, const ReportOptions& options,
                                 const Sink& sink);

}  // namespace ragsieve
