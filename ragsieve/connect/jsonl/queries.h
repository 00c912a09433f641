// Queries of BEIR JSONL: {"_id" or "id", "text"} a line, gzip or not, "-" for standard input.
// A line that breaks a rule lands in Queries::bad and the rest goes on.
#pragma once

#include <string>

#include "ragsieve/base/run_options.h"
#include "ragsieve/connect/line_reader.h"
#include "ragsieve/core/corpus.h"

namespace ragsieve {

// In file order; the text is kept as given. Errors of the whole file: kNotFound, kIo, kCorrupt,
// kInvalidInput when it holds no queries, kTooLarge past RunOptions::memory_bytes, kCancelled.
[[nodiscard]] Result<Queries> read_queries(const std::string& path, const RunOptions& run = {});
[[nodiscard]] Result<Queries> read_queries(LineReader& lines, const RunOptions& run);

}  // namespace ragsieve
