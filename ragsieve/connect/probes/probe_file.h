// Probe files: JSONL, one record a line (probe_record.h), or plain text with one question a line;
// gzip or not, "-" for standard input. The first line that is not blank decides: a "{" opens
// JSONL. What `ragsieve probes ... --format jsonl` prints is a probe file too: its summary is
// passed over. A line that breaks a rule lands in ProbeSet::bad and the rest goes on.
#pragma once

#include <string>

#include "ragsieve/base/run_options.h"
#include "ragsieve/connect/line_reader.h"
#include "ragsieve/core/probe.h"

namespace ragsieve {

// In file order. Of plain text, probe "p7" is the question of line 7, blank lines counted. Errors
// of the whole file: kNotFound, kIo, kCorrupt, kInvalidInput when it holds no probes, kTooLarge
// past RunOptions::memory_bytes, kCancelled.
[[nodiscard]] Result<ProbeSet> read_probes(const std::string& path, const RunOptions& run = {});
[[nodiscard]] Result<ProbeSet> read_probes(LineReader& lines, const RunOptions& run);

}  // namespace ragsieve
