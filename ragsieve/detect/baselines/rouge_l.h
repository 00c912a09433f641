// ROUGE-L (Lin 2004) of two texts: F of the longest common subsequence of their words, as the
// package rouge_score computes it with its stemmer on. Pure, thread-safe.
// Deviations: case is folded by Unicode's rules; words longer than three letters are stemmed by
// Porter's rules as published (that package takes a variant with extensions); a text is cut at
// kRougeWords words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ragsieve::baselines {

inline constexpr std::size_t kRougeWords = 4096;

// The stemmed words that are compared. `text` is valid UTF-8.
[[nodiscard]] std::vector<std::string> rouge_words(std::string_view text);

// 2 P R / (P + R) with P = lcs / |b|, R = lcs / |a|; 0 when either is empty. Symmetric.
[[nodiscard]] double rouge_l(const std::vector<std::string>& a, const std::vector<std::string>& b);

}  // namespace ragsieve::baselines
