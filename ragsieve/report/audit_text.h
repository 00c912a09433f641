// The audit's report for people: what was flagged and why, what could not be scored, what to do
// next. A report lists flagged documents, highest score first, up to options.list_limit.
#pragma once

#include "ragsieve/core/records.h"
#include "ragsieve/report/report_options.h"
#include "ragsieve/report/sink.h"

namespace ragsieve {

[[nodiscard]] Status write_audit_text(const AuditReport& report, const ReportOptions& options,
                                      const Sink& sink);

}  // namespace ragsieve
