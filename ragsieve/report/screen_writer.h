// Writes the result of `screen` in any format. Text from outside (paths, ids, reasons, sentences,
// answers, spans) is escaped for the format, so that no terminal, JSON reader or SARIF viewer acts
// on it. screen_outcome.h has the exit code that goes with it.
#pragma once

#include "ragsieve/core/screen_records.h"
#include "ragsieve/report/report_options.h"
#include "ragsieve/report/sink.h"

namespace ragsieve {

// Writes the whole report, ending in a newline. The error of the sink, if it refuses.
[[nodiscard]] Status write_screen(const ScreenReport& report, const ReportOptions& options,
                                  const Sink& sink);

}  // namespace ragsieve
