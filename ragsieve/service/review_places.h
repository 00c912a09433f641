// Where the results of a review are found again: what an Idempotency-Key is noted with. Of each
// document the outcome, and the number of the decision or why there is none.
#pragma once

#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/service/review_desk.h"

namespace ragsieve {

// "" where nothing was decided.
[[nodiscard]] std::string place_of_results(const std::vector<ReviewResult>& results);

// The results of the place, about the same documents. kCorrupt for a place that is none.
[[nodiscard]] Result<std::vector<ReviewResult>> results_at(
    Stores& stores, const std::vector<std::string>& documents, const std::string& place);

}  // namespace ragsieve
