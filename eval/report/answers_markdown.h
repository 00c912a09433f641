// Result lines of the answers table as Markdown: for each dataset, encoder and reader what every
// defence leaves of the answers, from the corpus without and with poisons; means over the attacks,
// and over datasets where one encoder and reader was measured on several. Pure, thread-safe.
#pragma once

#include <string>
#include <vector>

#include "eval/run/result_line.h"

namespace ragsieve::eval {

// Empty where no line is of that table. The same lines give the same bytes in any order.
[[nodiscard]] std::string answers_report(const std::vector<ResultLine>& lines);

}  // namespace ragsieve::eval
