// Result lines as Markdown: for each dataset and encoder the figures of every detector side by
// side, their macro means, what each detector's own threshold removes, and the intervals. Pure,
// thread-safe.
#pragma once

#include <string>
#include <vector>

#include "eval/run/result_line.h"

namespace ragsieve::eval {

// The tables "audit", "filter" and "answers", those of which there are lines. The same lines give
// the same bytes in any order. A detector that was measured with several options stands once for
// each.
[[nodiscard]] std::string markdown_report(const std::vector<ResultLine>& lines);

}  // namespace ragsieve::eval
