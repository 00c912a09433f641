// The formats `json` (one object, its records one a line) and `jsonl` (one record a line, the
// summary last). Both print the same records; see record_json.h. Characters that a terminal would
// act on are escaped; the values are as given.
#pragma once

#include "ragsieve/core/records.h"
#include "ragsieve/core/screen_records.h"
#include "ragsieve/report/report_options.h"
#include "ragsieve/report/sink.h"

namespace ragsieve {

// options.format is kJson or kJsonl. The error of the sink, if it refuses.
[[nodiscard]] Status write_audit_json(const AuditReport& report, const ReportOptions& options,
                                      const Sink& sink);
[[nodiscard]] Status write_filter_json(const FilterReport& report, const ReportOptions& options,
                                       const Sink& sink);
[[nodiscard]] Status write_screen_json(const ScreenReport& report, const ReportOptions& options,
                                       const Sink& sink);

}  // namespace ragsieve
