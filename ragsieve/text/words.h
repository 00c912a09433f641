// words(t) of methods.md: full Unicode case folding, then maximal runs of [a-z0-9].
// Blind outside ASCII on purpose: it is the paper's rule. Thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ragsieve {

// The words of `text` (valid UTF-8) in order, with repeats.
[[nodiscard]] std::vector<std::string> words(std::string_view text);

// The same as a sorted list without repeats.
[[nodiscard]] std::vector<std::string> word_set(std::string_view text);

// |a and b| / |a or b| of two sorted lists without repeats; 0 when both are empty.
[[nodiscard]] double jaccard(const std::vector<std::string>& a, const std::vector<std::string>& b);

}  // namespace ragsieve
