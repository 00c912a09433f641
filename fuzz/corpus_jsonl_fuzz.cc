// Any bytes as a JSONL corpus, gzip or not: what is read must obey the rules of a corpus, and must
// not depend on the pieces in which the bytes arrive. The first byte chooses the size of the
// pieces.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ragsieve/connect/gzip_stream.h"
#include "ragsieve/connect/id.h"
#include "ragsieve/connect/jsonl/jsonl_corpus.h"

namespace {

using ragsieve::Corpus;
using ragsieve::Result;

// Deflate can make a thousand bytes of one: the corpus is bounded, as a user would bound it.
constexpr std::size_t kMemoryBytes = std::size_t{64} << 20;

void require(bool holds) {
  if (!holds) std::abort();
}

Result<Corpus> read(std::string_view bytes, std::size_t piece_bytes) {
  ragsieve::LineReader lines(
      ragsieve::gunzip_where_needed(ragsieve::bytes_of(bytes, piece_bytes), "fuzz"), "fuzz");
  ragsieve::RunOptions run;
  run.memory_bytes = kMemoryBytes;
  return ragsieve::read_jsonl_corpus(lines, {}, run);
}

void check_rules(const Corpus& corpus) {
  require(corpus.n_rows == corpus.documents.size() + corpus.bad.size() && corpus.n_rows > 0);
  std::size_t next_row = 0;
  std::uint64_t last_line = 0;
  for (const ragsieve::Document& document : corpus.documents) {
    require(ragsieve::check_id(document.id).ok() && !document.indexed_text.empty());
    require(document.row >= next_row && document.row < corpus.n_rows);
    require(document.line > last_line);
    next_row = document.row + 1;
    last_line = document.line;
  }
  for (const ragsieve::Error& error : corpus.bad) {
    require(error.where.line > 0 && error.where.path == "fuzz" && !error.message.empty());
  }
}

void check_same(const Result<Corpus>& a, const Result<Corpus>& b) {
  require(a.ok() == b.ok());
  if (!a.ok()) {
    require(a.error().code == b.error().code);
    return;
  }
  require(a->n_rows == b->n_rows && a->documents.size() == b->documents.size());
  for (std::size_t i = 0; i < a->documents.size(); ++i) {
    require(a->documents[i].id == b->documents[i].id);
    require(a->documents[i].indexed_text == b->documents[i].indexed_text);
    require(a->documents[i].line == b->documents[i].line);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Result<Corpus> whole = read(bytes, bytes.size());
  if (whole.ok()) check_rules(*whole);
  check_same(whole, read(bytes, data[0] + std::size_t{1}));
  return 0;
}
