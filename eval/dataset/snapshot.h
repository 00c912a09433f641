// What a detector is given: the clean corpus of a dataset and, behind it, the poisons of one family
// (methods.md section 5). A family is the name of an attack, or several joined by "+": ten poisons
// a target are poisonedrag_llm+llm_gpt4. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "eval/dataset/dataset.h"
#include "ragsieve/base/result.h"

namespace ragsieve::eval {

struct SnapshotOptions {
  std::string family;          // empty: the clean corpus alone
  std::size_t per_target = 0;  // poisons a target at most, 0: all
};

struct Snapshot {
  std::vector<std::size_t> poisons;  // of Dataset::poisons, the attacks in the family's order, each
                                     // in file order
  std::size_t n_targets = 0;         // distinct query_ids among them
};

// kInvalidArgument: an attack that the dataset does not hold (the message lists those that it
// does), or one that is named twice. A target with fewer poisons gives what it has.
[[nodiscard]] Result<Snapshot> make_snapshot(const Dataset& dataset,
                                             const SnapshotOptions& options);

// Texts by row: documents of the clean corpus, then the snapshot's poisons. Views of `dataset`.
[[nodiscard]] std::vector<std::string_view> snapshot_texts(const Dataset& dataset,
                                                           const Snapshot& snapshot);

}  // namespace ragsieve::eval
