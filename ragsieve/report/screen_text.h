// The screening's report for people: of each document the verdict, the reasons, the signals and
// the evidence behind them (screen_document_text.h), then the totals and what to do next. Of more
// documents than options.list_limit those that are not admitted are listed first.
#pragma once

#include "ragsieve/core/screen_records.h"
#include "ragsieve/report/report_options.h"
#include "ragsieve/report/sink.h"

namespace ragsieve {

[[nodiscard]] Status write_screen_text(const ScreenReport& report, const ReportOptions& options,
                                       const Sink& sink);

}  // namespace ragsieve
