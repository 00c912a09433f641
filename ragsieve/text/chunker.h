// Cuts a text into overlapping chunks, as the target RAG does before it encodes (methods.md 3.1:
// 500 characters, 50 of overlap). Lengths count code points. Pure functions; any thread may call.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/core/span.h"

namespace ragsieve {

struct ChunkOptions {
  std::size_t size = 500;                 // code points a chunk, 1..100000
  std::size_t overlap = 50;               // shared by neighbours, below `size`
  [[nodiscard]] Status validate() const;  // kInvalidArgument
};

// In order; the last one ends with the text; none for an empty text. `text` is valid UTF-8.
[[nodiscard]] std::vector<ByteRange> chunks(std::string_view text, const ChunkOptions& options);

}  // namespace ragsieve
