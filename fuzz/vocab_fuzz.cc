// Any bytes as a vocab.txt: an error that names the file, or a tokenizer that knows its words.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ragsieve/text/wordpiece.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto made = ragsieve::Wordpiece::create(bytes, "vocab.txt");
  if (!made.ok()) {
    if (made.error().where.path != "vocab.txt") std::abort();
    return 0;
  }
  const auto& vocabulary = made->vocabulary();
  for (const auto& token : vocabulary) {
    for (const auto id : made->tokenize(token, token.size() * 4).ids) {
      if (id < 0 || static_cast<std::size_t>(id) >= vocabulary.size()) std::abort();
    }
  }
  return 0;
}
