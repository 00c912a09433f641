// What each detector finds on average, one row a detector: the form in which ablations and
// sensitivity are read. Pure, thread-safe.
#pragma once

#include <string>
#include <vector>

#include "eval/run/result_line.h"

namespace ragsieve::eval {

// A table for each of "audit" and "filter", dataset and encoder: means over the counted attacks
// with all their poisons, beside each the difference to the detector whose name it extends
// ("rsq_n10" to "rsq"), over the attacks that both were measured on. Empty without such lines.
[[nodiscard]] std::string means_report(const std::vector<ResultLine>& lines);

}  // namespace ragsieve::eval
