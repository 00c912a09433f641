// A set that lies together: where one document contradicts the corpus, those that arrived with it
// and state the same value about the same thing contradict it too, however they put it. Pure; any
// thread may call.
#pragma once

#include <span>
#include <vector>

#include "ragsieve/detect/conflict_search.h"

namespace ragsieve {

// `conflicts`: what find_conflicts() found of the companion, another document of question.set.
// Each sentence of question.document that repeats the companion's value of a counted conflict (a
// measure, an amount of at least 100, a date, a name), and shares two of the words of the
// companion's or the trusted sentence in itself, its title or the two sentences before it, is the
// same conflict, with the companion's score. In the order of the sentences, one each.
[[nodiscard]] std::vector<FoundConflict> shared_conflicts(const ConflictQuestion& question,
                                                          std::size_t companion,
                                                          std::span<const FoundConflict> conflicts);

}  // namespace ragsieve
