// Logs of what users asked: plain text with one query a line, or JSONL with "text", "query" or
// "question" and an optional "count"; gzip or not, "-" for standard input. The first line that is
// not blank decides, as in probe_file.h. Equal texts are counted once, so memory follows what is
// different in a log, not its length.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ragsieve/base/run_options.h"
#include "ragsieve/connect/line_reader.h"

namespace ragsieve {

struct LoggedQuery {
  std::string text;  // white space at its ends removed
  std::uint64_t count = 0;
};

struct QueryLog {
  std::vector<LoggedQuery> queries;  // no text twice, by first appearance
  std::vector<Error> bad;
};

// A line that breaks a rule (no text, wrong type, a count that is no positive integer, longer than
// kProbeTextBytes) lands in `bad`. Errors of the whole file: kNotFound, kIo, kCorrupt,
// kInvalidInput when it holds no queries, kTooLarge past RunOptions::memory_bytes, kCancelled.
[[nodiscard]] Result<QueryLog> read_query_log(const std::string& path, const RunOptions& run = {});
[[nodiscard]] Result<QueryLog> read_query_log(LineReader& lines, const RunOptions& run);

}  // namespace ragsieve
