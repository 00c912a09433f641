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

// What of the poisons of a family stands in the key of its rows, hexadecimal: the digest of the
// file that they come from, so that rows of poisons.jsonl stay valid whatever lies beside it; of a
// joined family over several files a digest of theirs. Of the clean corpus that of poisons.jsonl.
[[nodiscard]] std::string family_digest(const Dataset& dataset, const std::string& family);

// Texts by row: documents of the clean corpus, then the snapshot's poisons. Views of `dataset`.
[[nodiscard]] std::vector<std::string_view> snapshot_texts(const Dataset& dataset,
                                                           const Snapshot& snapshot);

}  // namespace ragsieve::eval
