#include "eval/attacks/carrier_fluency.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ragsieve/stats/percentile.h"

namespace ragsieve::eval {
namespace {

constexpr double kLimitPercent = 90;  // of the corpus's own documents

}  // namespace

Result<std::unique_ptr<CarrierFluency>> CarrierFluency::of(std::span<const std::string_view> corpus,
                                                           const RunOptions& run) {
  const FluencyOptions options;
  std::size_t text_bytes = 0;
  for (const std::string_view text : corpus) text_bytes += text.size();
  std::unique_ptr<CarrierFluency> made(new CarrierFluency(text_bytes, options));
  RAGSIEVE_TRY(const std::vector<Fluency> own, corpus_fluency(corpus, options, run));
  std::vector<double> bits;
  for (const Fluency& fluency : own) bits.push_back(fluency.bits);
  std::ranges::sort(bits);
  made->limit_bits_ = percentile(bits, kLimitPercent);
  for (const std::string_view text : corpus) made->counts_.add(ngram_words(text));
  return made;
}

double CarrierFluency::bits(std::string_view text) const {
  const std::vector<NgramWord> words = ngram_words(text);
  if (words.empty()) return 0;
  const double total = static_cast<double>(counts_.words().n_added()) +
                       static_cast<double>(counts_.words().n_distinct()) + 1;
  std::vector<double> sums{0};  // of the first i words
  double before = 0;            // count of the word before
  for (std::size_t i = 0; i < words.size(); ++i) {
    const double count = counts_.words().count(words[i].hash);
    double p = (count + 1) / total;
    if (before > 0) {
      const double both = counts_.pairs().count(pair_hash(words[i - 1].hash, words[i].hash));
      const double m = before / (before + options_.weight);
      p = m * std::min(1.0, both / before) + (1 - m) * p;
    }
    sums.push_back(sums.back() + std::min(options_.most_bits, -std::log2(p)));
    before = count;
  }
  const std::size_t window = std::min(options_.window, words.size());
  double worst = 0;
  for (std::size_t end = window; end < sums.size(); ++end) {
    worst = std::max(worst, sums[end] - sums[end - window]);
  }
  return worst / static_cast<double>(window);
}

}  // namespace ragsieve::eval
