// Corpus fluency: how badly the least readable stretch of a document fits the language of its own
// corpus. A model of words and pairs of words is counted over the corpus and every document is
// scored by it with its own counts taken out: no neural model, no labels, any language.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/span.h"

namespace ragsieve {

struct FluencyOptions {
  std::size_t window = 16;  // words of a stretch, 1..1024
  double weight = 20;       // pairs weigh c / (c + weight), above 0
  double most_bits = 16;    // of one word: a name that occurs once is no nonsense; above 0
  std::size_t max_bytes = std::size_t{384} << 20;  // of the counts
  [[nodiscard]] Status validate() const;
};

struct Fluency {
  double bits = 0;        // mean surprisal of the worst stretch, bits a word; 0 without words
  ByteRange range;        // the stretch, in the text
  std::size_t words = 0;  // of the text
};

// Of words w_1..w_L, with counts c over all the other documents, N words of V different ones:
//   P1(w) = (c(w) + 1) / (N + V + 1),
//   P(w | v) = m c(v w) / c(v) + (1 - m) P1(w), m = c(v) / (c(v) + weight),
// bits = largest mean of min(most_bits, -log2 P) over `window` words in a row (of all, when there
// are fewer). Interpolation as Jelinek and Mercer (1980), weights as Witten and Bell (1991). Result
// by row, the same at any run.threads. kCancelled, kInvalidArgument.
[[nodiscard]] Result<std::vector<Fluency>> corpus_fluency(std::span<const std::string_view> texts,
                                                          const FluencyOptions& options,
                                                          const RunOptions& run);

}  // namespace ragsieve
