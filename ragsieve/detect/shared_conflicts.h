// A set that lies together: where one document contradicts the corpus, those that arrived with it
// and state the same value about the same thing contradict it too, however they put it. Pure; any
// thread may call.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "ragsieve/detect/conflict_search.h"
#include "ragsieve/text/decisive_tokens.h"

namespace ragsieve {

// What a document states against the corpus, for the others of its set. A value.
struct SharedClaim {
  FoundConflict conflict;
  std::vector<DecisiveToken> values;  // of its sentence, that the trusted sentence lacks
  std::set<std::string> words;        // stems of both sentences
};

// `conflicts`: what find_conflicts() found of question.document. Of those that count and are no
// revision each with a telling value: a measure, an amount of at least 100, a date, a name.
[[nodiscard]] std::vector<SharedClaim> claims_of(const ConflictQuestion& question,
                                                 std::span<const FoundConflict> conflicts);

// `claims` of other documents of question.set. Each sentence of question.document that repeats a
// value of one, and shares two of its words in itself, its title or the two sentences before it, is
// in the same conflict, with the same score. In the order of the sentences, one each. Each sentence
// is analysed once, however many claims there are.
[[nodiscard]] std::vector<FoundConflict> shared_conflicts(
    const ConflictQuestion& question, std::span<const SharedClaim* const> claims);

}  // namespace ragsieve
