// The filter's report for people: for each query its candidates with the four terms, why one was
// removed, and the refilled context. With more queries than options.list_limit only those with a
// removal are listed.
#pragma once

#include "ragsieve/core/records.h"
#include "ragsieve/report/report_options.h"
#include "ragsieve/report/sink.h"

namespace ragsieve {

[[nodiscard]] Status write_filter_text(const FilterReport& report, const ReportOptions& options,
                                       const Sink& sink);

}  // namespace ragsieve
