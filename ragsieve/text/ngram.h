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

// What makes HashCounts again that were stored; the counters themselves follow one by one.
struct HashCountsShape {
  std::size_t n_counters = 0;  // of both rows, a power of two, at least 2
  std::uint64_t n_added = 0;
};

// A count-min sketch (Cormode and Muthukrishnan 2005) of two rows: a count is the smaller of two
// shared counters. Adding commutes, so the counts do not depend on the order or on the threads.
class HashCounts {
 public:
  // At least 4 counters a row for each of `n_expected` additions, as far as `max_bytes` (at least
  // 64 KiB are taken) allow.
  HashCounts(std::size_t n_expected, std::size_t max_bytes);
  // As stored, every counter 0 at first.
  explicit HashCounts(const HashCountsShape& shape);

  void add(std::uint64_t hash);  // any thread
  // At least the true count; while nobody adds.
  [[nodiscard]] std::uint32_t count(std::uint64_t hash) const;
  [[nodiscard]] std::uint64_t n_added() const { return n_added_.load(std::memory_order_relaxed); }
  // Different hashes, as far as the counters tell them apart.
  [[nodiscard]] std::uint64_t n_distinct() const {
    return n_distinct_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::size_t bytes() const { return counters_.size() * sizeof(counters_[0]); }

  // For storing: all that the counts are made of.
  [[nodiscard]] HashCountsShape shape() const { return {counters_.size(), n_added()}; }
  [[nodiscard]] std::uint32_t counter(std::size_t at) const {
    return counters_[at].load(std::memory_order_relaxed);
  }
  // Once for each counter above 0, after the constructor for stored counts; one thread.
  void set_counter(std::size_t at, std::uint32_t value);

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
  // As stored.
  NgramCounts(const HashCountsShape& words, const HashCountsShape& pairs)
      : words_(words), pairs_(pairs) {}

  void add(std::span<const NgramWord> words);  // one text; any thread

  [[nodiscard]] const HashCounts& words() const { return words_; }
  [[nodiscard]] const HashCounts& pairs() const { return pairs_; }
  [[nodiscard]] HashCounts& words() { return words_; }
  [[nodiscard]] HashCounts& pairs() { return pairs_; }

 private:
  HashCounts words_;
  HashCounts pairs_;
};

}  // namespace ragsieve
