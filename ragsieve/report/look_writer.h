// Writes what a look of `monitor` found: the documents that are newly flagged, and the counts of
// the look as its summary. Text from outside is escaped for the format, as in audit_writer.h.
#pragma once

#include "ragsieve/core/records.h"
#include "ragsieve/report/report_options.h"
#include "ragsieve/report/sink.h"

namespace ragsieve {

// `report.documents`: the newly flagged ones. The error of the sink, if it refuses.
[[nodiscard]] Status write_look(const AuditReport& report, const ReportOptions& options,
                                const Sink& sink);

}  // namespace ragsieve
