// Words of a folded text and the hashed n-grams that the injection classifier reads: words, pairs
// of words, runs of 3 to 5 characters of a word, and 1 to 3 characters of scripts without spaces.
// Digits count as 0. Pure functions; any thread may call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ragsieve {

struct GramToken {
  std::string_view text;  // into the text
  std::size_t start = 0;  // byte offset
  char32_t first = 0;     // its first character
  bool alone = false;     // a character of a script without spaces
};

// `text` is folded and valid UTF-8.
[[nodiscard]] std::vector<GramToken> gram_tokens(std::string_view text);

inline constexpr std::uint32_t kGramBuckets = 1U << 16;

// Buckets of the n-grams of `tokens`, ascending, none twice.
[[nodiscard]] std::vector<std::uint32_t> gram_buckets(const std::vector<GramToken>& tokens);

// Buckets of one token by itself.
[[nodiscard]] std::vector<std::uint32_t> token_buckets(const GramToken& token);

}  // namespace ragsieve
