// What each detector costs: seconds of its own, vectors and neighbour graph ready, as the result
// lines hold them. They depend on the machine and on what the value cache held; for a table to
// publish, measure with a cache that holds vectors alone (scripts/eval_costs.sh). Pure,
// thread-safe.
#pragma once

#include <string>
#include <vector>

#include "eval/run/result_line.h"

namespace ragsieve::eval {

// A table for each dataset, encoder and machine: of "audit" seconds a scan and microseconds a
// document, of "filter" milliseconds a query (each is judged with the poisons and without), means
// and ranges over the rows of a detector. Empty without such lines.
[[nodiscard]] std::string costs_report(const std::vector<ResultLine>& lines);

}  // namespace ragsieve::eval
