// A document's word set as numbers that do not show the words: what is kept of a text that must not
// be kept. Thread-safe.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace ragsieve {

using WordHashes = std::vector<std::uint64_t>;  // sorted, without repeats

// FNV-1a (64 bits) of each word of word_set(text). Two words share a number about once in 1e19.
[[nodiscard]] WordHashes word_hashes(std::string_view text);

// |a and b| / |a or b|; 0 when both are empty.
[[nodiscard]] double jaccard(const WordHashes& a, const WordHashes& b);

}  // namespace ragsieve
