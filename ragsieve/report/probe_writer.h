// Writes the results of the `probes` commands as text, json or jsonl (sarif is refused with
// kInvalidArgument). Text from outside is escaped for the format. What `write_probes` prints as
// text is a probe file of one question a line, and as jsonl one with ids, facts and weights.
#pragma once

#include <string>
#include <vector>

#include "ragsieve/core/probe_records.h"
#include "ragsieve/report/report_options.h"
#include "ragsieve/report/sink.h"

namespace ragsieve {

// Of `probes synth`: the set itself.
[[nodiscard]] Status write_probes(const ProbesReport& report, const ReportOptions& options,
                                  const Sink& sink);

// Of `probes list`: as text a table.
[[nodiscard]] Status write_probe_list(const ProbesReport& report, const ReportOptions& options,
                                      const Sink& sink);

[[nodiscard]] Status write_probe_lint(const ProbeLintReport& report, const ReportOptions& options,
                                      const Sink& sink);

[[nodiscard]] Status write_coverage(const CoverageReport& report, const ReportOptions& options,
                                    const Sink& sink);

// A probe file: JSONL, one record a line, nothing else.
[[nodiscard]] std::string probe_file_bytes(const std::vector<Probe>& probes);

}  // namespace ragsieve
