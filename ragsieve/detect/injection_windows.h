// What the injection classifier is asked about: each sentence of a view and each two neighbours,
// with the rules that matched there. Inside `detect` only.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/core/span.h"
#include "ragsieve/detect/injection_classifier.h"
#include "ragsieve/text/text_view.h"

namespace ragsieve {

struct FiredRule {
  ByteRange range;  // in the text as given
  std::string_view name;
  double weight = 0;
};

// Finds the rules that matched in a range without looking at all of them.
class FiredIndex {
 public:
  // Names are views of texts that outlive this.
  explicit FiredIndex(std::vector<FiredRule> fired);
  [[nodiscard]] FiredRules in(ByteRange range) const;

 private:
  std::vector<FiredRule> fired_;         // by start
  std::vector<std::size_t> latest_end_;  // of the ones up to each
};

struct SentenceWindow {
  ByteRange source;  // in the text as given
  std::size_t n_bytes = 0;
  ReadSentence sentence;
  FiredRules rules;
};

// `sentences` are ranges of the view's text, in order. Two neighbours of more than 800 bytes are
// not read as one.
void for_each_window(const InjectionClassifier& classifier, const TextView& view,
                     const std::vector<ByteRange>& sentences, const FiredIndex& fired,
                     const std::function<void(const SentenceWindow&)>& take);

}  // namespace ragsieve
