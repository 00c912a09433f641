// What the tables of the report share: numbers as the documents write them, names of attacks, and
// the order of detectors. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "eval/measures/bootstrap.h"
#include "eval/run/result_line.h"

namespace ragsieve::eval {

// ".945", "1.000", "-" for NaN.
[[nodiscard]] std::string three_digits(double value);

// ".945 [.900, .970]".
[[nodiscard]] std::string interval_text(double value, const Interval& interval);

// A row of a table: an attack and the poisons a target, 0: all.
using AttackRow = std::pair<std::string, std::size_t>;
[[nodiscard]] AttackRow attack_row(const RowKey& key);
[[nodiscard]] std::string attack_text(const AttackRow& row);

// Whether the row is part of macro means: a counted attack with all its poisons.
[[nodiscard]] bool is_counted(const AttackRow& row);

// Ours first, then the peers; the same large number for a name that is none of these.
[[nodiscard]] std::size_t detector_order(std::string_view name);

}  // namespace ragsieve::eval
