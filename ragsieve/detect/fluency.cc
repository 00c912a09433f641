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

using Words = std::span<const NgramWord>;

// How often each hash occurs in one document.
class OwnCounts {
 public:
  OwnCounts() = default;
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

std::vector<std::uint64_t> hashes_of(Words words) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(words.size());
  for (const NgramWord& word : words) hashes.push_back(word.hash);
  return hashes;
}

std::vector<std::uint64_t> pairs_of(Words words) {
  std::vector<std::uint64_t> pairs;
  for (std::size_t i = 1; i < words.size(); ++i) {
    pairs.push_back(pair_hash(words[i - 1].hash, words[i].hash));
  }
  return pairs;
}

// N + V + 1 of the corpus without `own_words` of its words.
double total_of(const NgramCounts& counts, std::size_t own_words) {
  return static_cast<double>(counts.words().n_added() - own_words) +
         static_cast<double>(counts.words().n_distinct()) + 1;
}

// -log2 P of each word, at most most_bits.
std::vector<double> surprisals(const NgramCounts& counts, Words words, bool counted,
                               const FluencyOptions& options) {
  const std::vector<std::uint64_t> singles = hashes_of(words);
  const std::vector<std::uint64_t> pairs = pairs_of(words);
  const OwnCounts own_words = counted ? OwnCounts(singles) : OwnCounts();
  const OwnCounts own_pairs = counted ? OwnCounts(pairs) : OwnCounts();
  const double total = total_of(counts, counted ? words.size() : 0);
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

Fluency worst_stretch(Words words, const std::vector<double>& bits, std::size_t window) {
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

Result<CorpusLanguage> CorpusLanguage::of(std::span<const std::string_view> texts,
                                          const FluencyOptions& options, const RunOptions& run) {
  RAGSIEVE_CHECK(options.validate());
  std::size_t text_bytes = 0;
  for (const std::string_view text : texts) text_bytes += text.size();
  const std::size_t max_bytes =
      run.memory_bytes == 0 ? options.max_bytes : std::min(options.max_bytes, run.memory_bytes / 4);
  auto counts = std::make_unique<NgramCounts>(text_bytes, max_bytes);
  RAGSIEVE_CHECK(for_texts(texts.size(), "word pairs", run,
                           [&](std::size_t i) { counts->add(ngram_words(texts[i])); }));
  return CorpusLanguage(std::move(counts), options);
}

Fluency CorpusLanguage::fluency(Words words, bool counted) const {
  return worst_stretch(words, surprisals(*counts_, words, counted, options_), options_.window);
}

double CorpusLanguage::rarity(Words words, bool counted) const {
  if (words.empty()) return 0;
  std::vector<std::uint64_t> different = hashes_of(words);
  const OwnCounts own = counted ? OwnCounts(different) : OwnCounts();
  const double total = total_of(*counts_, counted ? words.size() : 0);
  std::sort(different.begin(), different.end());
  different.erase(std::unique(different.begin(), different.end()), different.end());
  double bits = 0;
  for (const std::uint64_t word : different) {
    bits -= std::log2((others(counts_->words(), own, word) + 1) / total);
  }
  return bits / static_cast<double>(different.size());
}

double CorpusLanguage::word_bits(std::uint64_t hash) const {
  return -std::log2((counts_->words().count(hash) + 1.0) / total_of(*counts_, 0));
}

Result<std::vector<Fluency>> corpus_fluency(std::span<const std::string_view> texts,
                                            const FluencyOptions& options, const RunOptions& run) {
  RAGSIEVE_TRY(const CorpusLanguage language, CorpusLanguage::of(texts, options, run));
  std::vector<Fluency> scores(texts.size());
  RAGSIEVE_CHECK(for_texts(texts.size(), "fluency", run, [&](std::size_t i) {
    scores[i] = language.fluency(ngram_words(texts[i]), true);
  }));
  return scores;
}

}  // namespace ragsieve
