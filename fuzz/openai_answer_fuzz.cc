// What an endpoint may answer: the first byte chooses the reader and the shape, the rest is the
// body. An answer that is taken lies within its limit; a vector that is taken has length 1.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "ragsieve/base/utf8.h"
#include "ragsieve/models/openai/messages.h"

namespace {

void read_chat(std::string_view body) {
  const auto answer = ragsieve::read_chat_answer(body);
  if (!answer.ok()) return;
  if (answer->size() > ragsieve::kAnswerBytes) std::abort();
  if (ragsieve::first_invalid_utf8(*answer)) std::abort();
}

void read_vectors(std::string_view body, std::size_t n_texts, std::size_t dim) {
  const auto rows = ragsieve::read_embeddings(body, n_texts, dim);
  if (!rows.ok()) return;
  if (rows->values.size() != n_texts * dim) std::abort();
  for (std::size_t row = 0; row < n_texts; ++row) {
    double squares = 0;
    for (const float value : rows->row(row)) squares += static_cast<double>(value) * value;
    if (!(std::abs(squares - 1) < 1e-5)) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
  if ((data[0] & 1U) == 0) {
    read_chat(body);
  } else {
    read_vectors(body, (data[0] >> 1U) % 4U, 1 + (data[0] >> 3U) % 4U);
  }
  return 0;
}
