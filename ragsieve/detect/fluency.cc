#include "ragsieve/detect/fluency.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "ragsieve/base/parallel.h"
#include "ragsieve/detect/option_error.h"
#include "ragsieve/text/ngram.h"

namespace ragsieve {
namespace {

constexpr std::size_t kChunk = 64;  // documents of one work item

// How often each hash occurs in one document.
class OwnCounts {
 public:
  explicit OwnCounts(std::vector<std::uint64_t> hashes) : sorted_(std::move(hashes)) {
    std::sort(sorted_.begin(), sorted_.end());
  }
  [[nodiscard]] std::uint32_t of(std::uint64_t hash) const {
    const auto [first, last] = std::equal_range(sorted_.begin(), sorted_.end(), hash);
    return static_cast<std::uint32_t>(last - first);
  }

 private:
  std::vector<std::uint64_t> sorted_;
};

double others(const HashCounts& counts, const OwnCounts& own, std::uint64_t hash) {
  const std::uint32_t all = counts.count(hash);
  return all - std::min(all, own.of(hash));
}

// -log2 P of each word, at most most_bits.
std::vector<double> surprisals(const NgramCounts& counts, const std::vector<NgramWord>& words,
                               const FluencyOptions& options) {
  std::vector<std::uint64_t> singles;
  std::vector<std::uint64_t> pairs;
  for (std::size_t i = 0; i < words.size(); ++i) {
    singles.push_back(words[i].hash);
    if (i > 0) pairs.push_back(pair_hash(words[i - 1].hash, words[i].hash));
  }
  const OwnCounts own_words(singles);
  const OwnCounts own_pairs(pairs);
  const double total = static_cast<double>(counts.words().n_added() - words.size()) +
                       static_cast<double>(counts.words().n_distinct()) + 1;
  std::vector<double> bits;
  bits.reserve(words.size());
  double before = 0;  // c(v) of the word before, 0 for the first word
  for (std::size_t i = 0; i < words.size(); ++i) {
    const double count = others(counts.words(), own_words, singles[i]);
    double p = (count + 1) / total;
    if (before > 0) {
      const double both = others(counts.pairs(), own_pairs, pairs[i - 1]);
      const double m = before / (before + options.weight);
      p = m * std::min(1.0, both / before) + (1 - m) * p;
    }
    bits.push_back(std::min(options.most_bits, -std::log2(p)));
    before = count;
  }
  return bits;
}

Fluency worst_stretch(const std::vector<NgramWord>& words, const std::vector<double>& bits,
                      std::size_t window) {
  Fluency fluency;
  fluency.words = words.size();
  if (words.empty()) return fluency;
  const std::size_t length = std::min(window, words.size());
  double best = -1;
  for (std::size_t first = 0; first + length <= bits.size(); ++first) {
    double sum = 0;
    for (std::size_t i = first; i < first + length; ++i) sum += bits[i];
    if (sum <= best) continue;
    best = sum;
    fluency.range = {words[first].range.start, words[first + length - 1].range.end};
  }
  fluency.bits = best / static_cast<double>(length);
  return fluency;
}

// Runs `work` for every text on run.threads threads.
template <typename Work>
Status for_texts(std::size_t n_texts, std::string_view stage, const RunOptions& run,
                 const Work& work) {
  return parallel_for((n_texts + kChunk - 1) / kChunk, stage, run,
                      [&](std::size_t chunk, int) -> Status {
                        const std::size_t first = chunk * kChunk;
                        for (std::size_t i = first; i < std::min(first + kChunk, n_texts); ++i) {
                          work(i);
                        }
                        return ok_status();
                      });
}

}  // namespace

Status FluencyOptions::validate() const {
  if (window < 1 || window > 1024) {
    return option_error("window", std::to_string(window), "1 to 1024");
  }
  if (!(weight > 0)) return option_error("weight", std::to_string(weight), "a number above 0");
  if (!(most_bits > 0)) {
    return option_error("most_bits", std::to_string(most_bits), "a number above 0");
  }
  return ok_status();
}

Result<std::vector<Fluency>> corpus_fluency(std::span<const std::string_view> texts,
                                            const FluencyOptions& options, const RunOptions& run) {
  RAGSIEVE_CHECK(options.validate());
  std::size_t text_bytes = 0;
  for (const std::string_view text : texts) text_bytes += text.size();
  const std::size_t max_bytes =
      run.memory_bytes == 0 ? options.max_bytes : std::min(options.max_bytes, run.memory_bytes / 4);
  NgramCounts counts(text_bytes, max_bytes);
  RAGSIEVE_CHECK(for_texts(texts.size(), "word pairs", run,
                           [&](std::size_t i) { counts.add(ngram_words(texts[i])); }));
  std::vector<Fluency> scores(texts.size());
  RAGSIEVE_CHECK(for_texts(texts.size(), "fluency", run, [&](std::size_t i) {
    const std::vector<NgramWord> words = ngram_words(texts[i]);
    scores[i] = worst_stretch(words, surprisals(counts, words, options), options.window);
  }));
  return scores;
}

}  // namespace ragsieve
