// Any bytes as a stored admitted document: refused, or read back as what is written again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ragsieve/detect/recent_document.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const ragsieve::Result<ragsieve::RecentDocument> document = ragsieve::parse_recent(bytes, "fuzz");
  if (document.ok() && ragsieve::recent_bytes(*document) != bytes) std::abort();
  return 0;
}
