// How well a text that is not part of a corpus fits the corpus's language: the corpus fluency of
// detect/fluency.h with the counts made once, so that a search can ask often. Any thread may call.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/detect/fluency.h"
#include "ragsieve/text/ngram.h"

namespace ragsieve::eval {

class CarrierFluency {
 public:
  // Counts the corpus and scores its own documents, each without itself. kCancelled.
  [[nodiscard]] static Result<std::unique_ptr<CarrierFluency>> of(
      std::span<const std::string_view> corpus, const RunOptions& run);

  // Mean surprisal of the worst stretch, bits a word: what corpus_fluency() would give the text as
  // a further document, but for words that only the text has (they are no part of V).
  [[nodiscard]] double bits(std::string_view text) const;

  // What nine tenths of the corpus's own documents do not exceed; a carrier should not either.
  [[nodiscard]] double limit_bits() const { return limit_bits_; }

 private:
  CarrierFluency(std::size_t text_bytes, const FluencyOptions& options)
      : options_(options), counts_(text_bytes, options.max_bytes) {}
  FluencyOptions options_;
  NgramCounts counts_;
  double limit_bits_ = 0;
};

}  // namespace ragsieve::eval
