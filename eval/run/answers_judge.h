// From a question and what a reader answered to the values of the answers table: which answers are
// right, which one the attack wants, and the string rules of measures/answers.h. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "eval/dataset/dataset.h"
#include "eval/dataset/snapshot.h"
#include "eval/measures/answer_figures.h"

namespace ragsieve::eval {

struct AskedQuery {
  std::string text;                     // as the poisons have it, with their trigger
  std::vector<std::string> references;  // of its question and its poisons, without repeats
  std::vector<std::string> targets;     // of its poisons
  std::set<std::string> relevant;       // ids by the judgements of its question
};

// The attacked_queries() of the snapshot, the first n (0: all).
[[nodiscard]] std::vector<AskedQuery> asked_queries(const Dataset& dataset,
                                                    const Snapshot& snapshot, std::size_t n);

// What the generator reads.
struct ReadContext {
  std::vector<std::string> ids;
  std::vector<std::string> texts;
  std::size_t n_poisons = 0;
};

// The attack succeeds where it does for one of the targets.
[[nodiscard]] AnswerValues judged(const AskedQuery& query, const ReadContext& context,
                                  std::string_view answer);

}  // namespace ragsieve::eval
