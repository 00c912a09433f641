// Any bytes as what a look saw: refused, or read back as what is written again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ragsieve/pipeline/seen_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const ragsieve::Result<ragsieve::SeenCorpus> seen = ragsieve::parse_seen(bytes, "fuzz");
  if (!seen.ok()) return 0;
  const std::string written = ragsieve::seen_text(*seen);
  const ragsieve::Result<ragsieve::SeenCorpus> again = ragsieve::parse_seen(written, "again");
  if (!again.ok() || ragsieve::seen_text(*again) != written) std::abort();
  return 0;
}
