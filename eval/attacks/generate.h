// Makes attacks on a dataset: for each kind the poisons of the first n targets that it can attack.
// The same seed gives the same poisons on any number of threads and with any state of a cache; what
// is made for a target depends on no other target, so fewer targets give the first part of more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "eval/attacks/attack_kinds.h"
#include "eval/attacks/made_poison.h"
#include "eval/attacks/material.h"
#include "eval/attacks/target.h"
#include "eval/dataset/dataset.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"

namespace ragsieve::eval {

struct AttackOptions {
  std::vector<std::string> kinds;  // empty: all
  std::size_t n_targets = 25;      // of each kind, 1..100000
  std::uint64_t seed = 0;
  [[nodiscard]] Status validate() const;  // kInvalidArgument
};

// What was made of one kind.
struct KindReport {
  std::string kind;
  std::size_t n_targets = 0;  // attacked
  std::size_t n_skipped = 0;  // that could not be attacked, among those that were tried
  std::size_t n_poisons = 0;
  std::size_t n_encodings = 0;  // of searches
  double top_five = 0;          // share of the poisons that stand among the five nearest of their
                                // query, in the clean corpus with all poisons of the kind
  double seconds = 0;
};

struct MadeAttacks {
  std::vector<MadePoison> poisons;  // by kind, then target
  std::vector<KindReport> reports;
};

// kInvalidArgument: options, an unknown kind, a dataset without documents or without poisons that
// name targets. Errors of the encoder, kCancelled. Progress: a stage a kind, in targets.
[[nodiscard]] Result<MadeAttacks> make_attacks(const Dataset& dataset, const AttackModels& models,
                                               const AttackOptions& options, const RunOptions& run);

}  // namespace ragsieve::eval
