// Any bytes as a log of queries, JSONL or plain text, gzip or not: texts are UTF-8, not empty and
// unique, counts are positive, every refused line is named.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "ragsieve/connect/gzip_stream.h"
#include "ragsieve/connect/probes/probe_record.h"
#include "ragsieve/connect/probes/query_log.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  ragsieve::LineReader lines(ragsieve::gunzip_where_needed(ragsieve::bytes_of(bytes, 64), "fuzz"),
                             "fuzz");
  ragsieve::RunOptions run;
  run.memory_bytes = std::size_t{64} << 20;
  const ragsieve::Result<ragsieve::QueryLog> log = ragsieve::read_query_log(lines, run);
  if (!log.ok()) return 0;
  std::set<std::string> texts;
  for (const ragsieve::LoggedQuery& query : log->queries) {
    require(!query.text.empty() && query.text.size() <= ragsieve::kProbeTextBytes);
    require(query.count > 0 && texts.insert(query.text).second);
  }
  for (const ragsieve::Error& error : log->bad) require(error.where.line > 0);
  return 0;
}
