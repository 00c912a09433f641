// Any bytes as a file of queries, gzip or not: ids are unique and printable, texts are not empty,
// every refused line is named.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "ragsieve/connect/gzip_stream.h"
#include "ragsieve/connect/id.h"
#include "ragsieve/connect/jsonl/queries.h"

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
  const ragsieve::Result<ragsieve::Queries> queries = ragsieve::read_queries(lines, run);
  if (!queries.ok()) return 0;
  std::set<std::string> ids;
  for (const ragsieve::Query& query : queries->queries) {
    require(ragsieve::check_id(query.id).ok() && !query.text.empty());
    require(ids.insert(query.id).second);
  }
  for (const ragsieve::Error& error : queries->bad) require(error.where.line > 0);
  return 0;
}
