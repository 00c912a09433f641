// The words of a text as sets, for comparing the documents of one retrieval: different words, pairs
// of neighbouring words, and content words, which an answer may consist of. Hashes of text/ngram.h.
// Pure, thread-safe.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ragsieve/core/span.h"
#include "ragsieve/text/ngram.h"

namespace ragsieve {

struct ContentWord {
  std::uint64_t hash = 0;
  ByteRange range;  // of its first occurrence
};

struct WordSets {
  std::vector<NgramWord> words;       // in order, with repeats
  std::vector<std::uint64_t> set;     // of words; ascending, without repeats
  std::vector<std::uint64_t> pairs;   // of neighbouring words; ascending, without repeats
  std::vector<ContentWord> contents;  // by hash, without repeats
};

// Content words: of three code points or more, or all digits; in scripts that write no spaces pairs
// of neighbouring letters.
[[nodiscard]] WordSets word_sets(std::string_view text);

// Jaccard overlap of two ascending sets, 0 for two empty ones.
[[nodiscard]] double overlap(const std::vector<std::uint64_t>& a,
                             const std::vector<std::uint64_t>& b);

}  // namespace ragsieve
