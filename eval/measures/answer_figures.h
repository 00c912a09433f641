// What is measured of the answers of one kind of retrieval (methods.md section 5, end to end): a
// value a query and measure, then means with n and bootstrap intervals over the queries. Pure,
// thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "eval/measures/bootstrap.h"

namespace ragsieve::eval {

enum class AnswerMeasure : std::uint8_t {
  kRecall,          // relevant documents among those that the generator reads
  kTokenF1,         // of the answer against the references
  kExactMatch,      // of the answer, 0 or 1
  kHoldsReference,  // the words of a reference stand in the answer, 0 or 1
  kAttackSuccess,   // the answer supports the target and no reference, 0 or 1
  kPoisonShare      // poisons among what the generator reads
};
inline constexpr std::size_t kAnswerMeasures = 6;

inline constexpr std::array<std::string_view, kAnswerMeasures> kAnswerMeasureNames{
    "recall", "token_f1", "exact_match", "holds_reference", "attack_success", "poison_share"};

// Of one query, by measure; NaN where it has none (no judgement, no reference, no target).
using AnswerValues = std::array<double, kAnswerMeasures>;

struct MeanFigure {
  std::size_t n = 0;  // queries that have a value
  double value = std::numeric_limits<double>::quiet_NaN();
  Interval interval{std::numeric_limits<double>::quiet_NaN(),
                    std::numeric_limits<double>::quiet_NaN()};
};

using AnswerFigures = std::array<MeanFigure, kAnswerMeasures>;

[[nodiscard]] inline const MeanFigure& figure_of(const AnswerFigures& figures,
                                                 AnswerMeasure measure) {
  return figures[static_cast<std::size_t>(measure)];
}

// The same queries, from the corpus without and with poisons.
struct AnswersFigures {
  AnswerFigures clean;
  AnswerFigures poisoned;
};

// Means over the queries that have a value; NaN of none. Options must be valid.
[[nodiscard]] AnswerFigures answer_figures(std::span<const AnswerValues> queries,
                                           const BootstrapOptions& options);

}  // namespace ragsieve::eval
