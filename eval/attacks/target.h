// Whom an attack is for: a question of the dataset, the false answer that a reader is to give, and
// the right one.
#pragma once

#include <string>
#include <vector>

#include "eval/dataset/dataset.h"

namespace ragsieve::eval {

struct AttackTarget {
  std::string query_id;
  std::string query;
  std::string target_answer;
  std::string correct_answer;  // may be empty
};

// One target a question that the dataset's own poisons are for, by code point of query_id: of what
// the poisons state for it the shortest answers, those of the plain question first (the trigger
// families change it and have another aim); ties by code point. Poisons without a target answer
// give none. Pure.
[[nodiscard]] std::vector<AttackTarget> attack_targets(const Dataset& dataset);

}  // namespace ragsieve::eval
