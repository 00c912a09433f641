// Any bytes as a file of retrieval results: documents of a context have unique printable ids and a
// text, their number is bounded, every refused line is named.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "ragsieve/base/limits.h"
#include "ragsieve/connect/gzip_stream.h"
#include "ragsieve/connect/id.h"
#include "ragsieve/connect/jsonl/contexts.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_rules(const ragsieve::RetrievedContext& context) {
  require(ragsieve::check_id(context.query.id).ok() && !context.query.text.empty());
  require(context.line > 0 && context.documents.size() <= ragsieve::limits::kContextDocuments);
  std::set<std::string> ids;
  for (const ragsieve::Document& document : context.documents) {
    require(ragsieve::check_id(document.id).ok() && !document.indexed_text.empty());
    require(ids.insert(document.id).second);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  ragsieve::LineReader lines(ragsieve::gunzip_where_needed(ragsieve::bytes_of(bytes, 64), "fuzz"),
                             "fuzz");
  ragsieve::RunOptions run;
  run.memory_bytes = std::size_t{64} << 20;
  const ragsieve::Result<ragsieve::Contexts> contexts = ragsieve::read_contexts(lines, run);
  if (!contexts.ok()) return 0;
  for (const ragsieve::RetrievedContext& context : contexts->contexts) check_rules(context);
  for (const ragsieve::Error& error : contexts->bad) require(error.where.line > 0);
  return 0;
}
