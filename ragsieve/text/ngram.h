// Counts of words and of pairs of neighbouring words over a whole corpus, for language models that
// are made from the corpus itself. Words: maximal runs of letters, marks and digits, case folded;
// in scripts that write no spaces (Chinese, Japanese, Thai, Khmer, ...) every letter with its
// marks. Memory is fixed when the counts are made; what exceeds it makes counts too large, never
// too small.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ragsieve/core/span.h"

namespace ragsieve {

struct NgramWord {
  std::uint64_t hash = 0;  // of the folded word; two words share one about once in 1e19
  ByteRange range;         // in the text
};

// The words of `text` in order, with repeats. What is not UTF-8 separates words. Linear time.
[[nodiscard]] std::vector<NgramWord> ngram_words(std::string_view text);

// The hash of the pair "first second".
[[nodiscard]] std::uint64_t pair_hash(std::uint64_t first, std::uint64_t second);

// A count-min sketch (Cormode and Muthukrishnan 2005) of two rows: a count is the smaller of two
// shared counters. Adding commutes, so the counts do not depend on the order or on the threads.
class HashCounts {
 public:
  // At least 4 counters a row for each of `n_expected` additions, as far as `max_bytes` (at least
  // 64 KiB are taken) allow.
  HashCounts(std::size_t n_expected, std::size_t max_bytes);

  void add(std::uint64_t hash);  // any thread
  // At least the true count; while nobody adds.
  [[nodiscard]] std::uint32_t count(std::uint64_t hash) const;
  [[nodiscard]] std::uint64_t n_added() const { return n_added_.load(std::memory_order_relaxed); }
  // Different hashes, as far as the counters tell them apart.
  [[nodiscard]] std::uint64_t n_distinct() const {
    return n_distinct_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::size_t bytes() const { return counters_.size() * sizeof(counters_[0]); }

 private:
  std::vector<std::atomic<std::uint32_t>> counters_;  // two rows, one behind the other
  std::uint64_t mask_ = 0;
  std::atomic<std::uint64_t> n_added_{0};
  std::atomic<std::uint64_t> n_distinct_{0};
};

// Words and pairs of neighbouring words.
class NgramCounts {
 public:
  // For a corpus of about `text_bytes` bytes; a quarter of `max_bytes` holds words, the rest pairs.
  NgramCounts(std::size_t text_bytes, std::size_t max_bytes);

  void add(std::span<const NgramWord> words);  // one text; any thread

  [[nodiscard]] const HashCounts& words() const { return words_; }
  [[nodiscard]] const HashCounts& pairs() const { return pairs_; }

 private:
  HashCounts words_;
  HashCounts pairs_;
};

}  // namespace ragsieve
