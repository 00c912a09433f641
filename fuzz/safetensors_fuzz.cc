// The safetensors header: every tensor that is accepted must lie inside the file.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ragsieve/models/safetensors.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  const auto tensors = ragsieve::read_safetensors(file, "fuzz");
  if (!tensors.ok()) return 0;
  for (const ragsieve::SafeTensor& tensor : *tensors) {
    if (tensor.bytes.empty()) continue;
    const char* end = tensor.bytes.data() + tensor.bytes.size();
    if (tensor.bytes.data() < file.data() || end > file.data() + file.size()) std::abort();
  }
  return 0;
}
