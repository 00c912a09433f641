// A piece of a document as a retriever would store it: a byte range of its indexed_text. The id of
// a chunk is "document#n", n from 1.
#pragma once

#include <cstddef>
#include <string>

#include "ragsieve/core/span.h"

namespace ragsieve {

struct Chunk {
  std::size_t document = 0;  // position of its document in the corpus or batch
  std::size_t number = 1;    // n of the id
  ByteRange range;           // of indexed_text
};

[[nodiscard]] inline std::string chunk_id(const std::string& document_id, std::size_t number) {
  return document_id + "#" + std::to_string(number);
}

}  // namespace ragsieve
