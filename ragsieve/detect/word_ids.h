// Word sets of many texts as sorted numbers: each word is stored once, and an overlap is a merge
// of integers. The numbers depend on the order of the texts, the overlaps do not.
// For two texts alone, word_set() and jaccard() of text/words.h say the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"

namespace ragsieve {

using WordIds = std::vector<std::uint32_t>;  // sorted, without repeats

// Sets of texts[i] for every i with wanted[i], empty for the others (texts.size() long). Words are
// cut out on run.threads threads; the result does not depend on their number. kCancelled.
[[nodiscard]] Result<std::vector<WordIds>> word_id_sets(std::span<const std::string_view> texts,
                                                        const std::vector<bool>& wanted,
                                                        const RunOptions& run);

// |a and b| / |a or b|; 0 when both are empty.
[[nodiscard]] double jaccard(const WordIds& a, const WordIds& b);

}  // namespace ragsieve
