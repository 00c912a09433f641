// Corpus fluency: how badly the least readable stretch of a document fits the language of its own
// corpus. A model of words and pairs of words is counted over the corpus and every document is
// scored by it with its own counts taken out: no neural model, no labels, any language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/span.h"
#include "ragsieve/text/ngram.h"

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

// What a corpus is written like: counts of its words and pairs of words. Of words w_1..w_L, with
// counts c over the corpus without the text itself, N words of V different ones:
//   P1(w) = (c(w) + 1) / (N + V + 1),
//   P(w | v) = m c(v w) / c(v) + (1 - m) P1(w), m = c(v) / (c(v) + weight).
// Interpolation as Jelinek and Mercer (1980), weights as Witten and Bell (1991). Immutable once
// made, any thread may ask.
class CorpusLanguage {
 public:
  // kCancelled, kInvalidArgument. The same at any run.threads.
  [[nodiscard]] static Result<CorpusLanguage> of(std::span<const std::string_view> texts,
                                                 const FluencyOptions& options,
                                                 const RunOptions& run);

  // Of counts that were kept (index/fluency_store.h): the same as of() where they are those of its
  // texts, made with the same max_bytes and run.memory_bytes. `counts` is not null.
  [[nodiscard]] static CorpusLanguage from(std::unique_ptr<const NgramCounts> counts,
                                           const FluencyOptions& options) {
    return {std::move(counts), options};
  }
  [[nodiscard]] const NgramCounts& counts() const { return *counts_; }

  // bits = largest mean of min(most_bits, -log2 P) over `window` words in a row (of all, when
  // there are fewer). `counted`: the words are those of one of the texts, whose counts are left
  // out.
  [[nodiscard]] Fluency fluency(std::span<const NgramWord> words, bool counted) const;

  // Mean of -log2 P1 over the different words, 0 without words. `counted` as above.
  [[nodiscard]] double rarity(std::span<const NgramWord> words, bool counted) const;

  // -log2 P1 of one word.
  [[nodiscard]] double word_bits(std::uint64_t hash) const;

 private:
  CorpusLanguage(std::unique_ptr<const NgramCounts> counts, const FluencyOptions& options)
      : counts_(std::move(counts)), options_(options) {}
  std::unique_ptr<const NgramCounts> counts_;
  FluencyOptions options_;
};

// Fluency of every text of a corpus by row, the same at any run.threads. kCancelled,
// kInvalidArgument.
[[nodiscard]] Result<std::vector<Fluency>> corpus_fluency(std::span<const std::string_view> texts,
                                                          const FluencyOptions& options,
                                                          const RunOptions& run);

}  // namespace ragsieve
