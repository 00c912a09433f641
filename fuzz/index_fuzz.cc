// The files of an index: manifest, documents segment, vectors segment and word counts. The first
// byte chooses.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "ragsieve/index/document_table.h"
#include "ragsieve/index/fluency_store.h"
#include "ragsieve/index/index_manifest.h"
#include "ragsieve/index/vector_segment.h"
#include "ragsieve/stats/stored_form.h"

namespace {

void read_manifest(std::string_view bytes) {
  const auto manifest = ragsieve::parse_index_manifest(bytes, "manifest.json");
  if (!manifest.ok()) return;
  const auto again = ragsieve::parse_index_manifest(ragsieve::to_json(*manifest), "again");
  if (!again.ok() || !(*again == *manifest)) std::abort();
}

void read_documents(std::string_view bytes) {
  for (const std::size_t n_rows : {std::size_t{1}, std::size_t{2}}) {
    const auto table = ragsieve::parse_document_table(bytes, n_rows, "documents.jsonl");
    if (table.ok() && table->ids.size() != n_rows) std::abort();
  }
}

void read_vectors(std::string_view bytes) {
  const auto vectors = ragsieve::view_vectors(bytes, 1, 2, "vectors.npy");
  if (vectors.ok() && bytes.size() != ragsieve::kVectorHeaderBytes + 8) std::abort();
}

// What is read is written again as it was. The checksum is put right first, or every input would
// end there.
void read_counts(std::string_view bytes) {
  ragsieve::StoredWriter writer(bytes);
  const std::string whole = std::move(writer).finish();
  const auto counts = ragsieve::parse_ngram_counts(whole, std::size_t{1} << 20, "fluency.bin");
  if (!counts.ok()) return;
  const std::string again = ragsieve::stored_ngram_counts(**counts);
  if (!ragsieve::parse_ngram_counts(again, std::size_t{1} << 20, "again").ok()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0]) {
    case 'm':
      read_manifest(bytes);
      break;
    case 'd':
      read_documents(bytes);
      break;
    case 'f':
      read_counts(bytes);
      break;
    default:
      read_vectors(bytes);
  }
  return 0;
}
